// Compares two texts line by line, with the fewest differing lines.
import { type ArrayChange, diffArrays } from 'diff'

/** A line beside the line of the other text that it corresponds to; a row with one side only was added or removed. */
export type Row = { readonly left?: string; readonly right?: string; readonly same: boolean }

/** Texts with more edits have little in common, so the search stops and they are set side by side. */
const editsMax = 400

export function compareLines(left: readonly string[], right: readonly string[]): Row[] {
  const rows: Row[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [one, other] = [removed[at], added[at]]
      rows.push({
        ...(one !== undefined && { left: one }),
        ...(other !== undefined && { right: other }),
        same: false,
      })
    }
    ;[removed, added] = [[], []]
  }
  for (const change of changesBetween([...left], [...right])) {
    if (change.removed) removed.push(...change.value)
    else if (change.added) added.push(...change.value)
    else {
      flush()
      rows.push(...change.value.map((line) => ({ left: line, right: line, same: true })))
    }
  }
  flush()
  return rows
}

type Change = Pick<ArrayChange<string>, 'value' | 'added' | 'removed'>

function changesBetween(left: string[], right: string[]): Change[] {
  return (
    diffArrays(left, right, { maxEditLength: editsMax }) ?? [
      { value: left, added: false, removed: true },
      { value: right, added: true, removed: false },
    ]
  )
}
