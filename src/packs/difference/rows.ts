// Aligns two texts line by line, with the fewest lines that differ (Myers, "An O(ND) Difference Algorithm").

/** A line of one text beside its line in the other; where one has none, it was added or removed. */
export type Row = { readonly left?: string; readonly right?: string; readonly same: boolean }

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
  for (const { kind, line } of editsBetween(left, right)) {
    if (kind === 'removed') removed.push(line)
    else if (kind === 'added') added.push(line)
    else {
      flush()
      rows.push({ left: line, right: line, same: true })
    }
  }
  flush()
  return rows
}

type Edit = { readonly kind: 'same' | 'removed' | 'added'; readonly line: string }

/** Texts that share next to nothing are not worth the search: one stands beside the other. */
const editsMax = 400

function editsBetween(left: readonly string[], right: readonly string[]): Edit[] {
  const traces = search(left, right)
  if (!traces) return [...left.map(asEdit('removed')), ...right.map(asEdit('added'))]
  const edits: Edit[] = []
  let [x, y] = [left.length, right.length]
  for (let d = traces.length - 1; d >= 0; d -= 1) {
    const trace = traces[d] ?? new Map<number, number>()
    const k = x - y
    const down = goesDown(trace, k, d)
    const before = k + (down ? 1 : -1)
    const beforeX = d === 0 ? 0 : (trace.get(before) ?? 0)
    const beforeY = d === 0 ? 0 : beforeX - before
    while (x > beforeX && y > beforeY) {
      edits.push({ kind: 'same', line: left[x - 1] ?? '' })
      x -= 1
      y -= 1
    }
    if (d === 0) break
    edits.push(
      down
        ? { kind: 'added', line: right[beforeY] ?? '' }
        : { kind: 'removed', line: left[beforeX] ?? '' },
    )
    ;[x, y] = [beforeX, beforeY]
  }
  return edits.toReversed()
}

const asEdit = (kind: Edit['kind']) => (line: string) => ({ kind, line })

const goesDown = (trace: ReadonlyMap<number, number>, k: number, d: number): boolean =>
  k === -d || (k !== d && (trace.get(k - 1) ?? -1) < (trace.get(k + 1) ?? -1))

/** For each number of edits how far each diagonal came before it; undefined beyond the bound. */
function search(left: readonly string[], right: readonly string[]) {
  const reached = new Map([[1, 0]])
  const traces: Map<number, number>[] = []
  for (let d = 0; d <= Math.min(left.length + right.length, editsMax); d += 1) {
    traces.push(new Map(reached))
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(reached, k, d) ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1
      while (x < left.length && x - k < right.length && left[x] === right[x - k]) x += 1
      reached.set(k, x)
      if (x >= left.length && x - k >= right.length) return traces
    }
  }
  return undefined
}
