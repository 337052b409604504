// Finds the position of a cursor in a YAML text: the mappings around it from the outermost to the innermost, with their
// values. It uses only lines and columns, so it works while the text is not yet valid YAML. Pure.

/** A mapping or a list item around the cursor. */
export type Frame = {
  /** The key of the mapping; an item of a list has the key of its list. */
  readonly key: string | undefined
  readonly isItem: boolean
  /** The scalars of the mapping by key; the text is empty for a value that is no scalar. */
  readonly values: Record<string, string>
}

export type Place = {
  readonly frames: readonly Frame[]
  /** The key whose value is at the cursor; undefined if the cursor is at a key. */
  readonly key: string | undefined
}

type Open = Frame & { readonly column: number; last: string | undefined }
type Line = {
  /** The columns of the dashes in front, and the column of the key or text after them. */
  readonly dashes: readonly number[]
  readonly column: number
  readonly key: string | undefined
  readonly value: string
}

const keyed = /^(?:"([^"]+)"|([\w$-]+))\s*:(?:\s+(.*)|)$/

function readLine(text: string): Line | undefined {
  if (/^\s*(#|$)/.test(text)) return undefined
  const head = /^(\s*(?:-(?:\s+|$))*)/.exec(text)?.[0] ?? ''
  const dashes = [...head.matchAll(/-/g)].map(({ index }) => index)
  const [, quoted, plain, value = ''] = keyed.exec(text.slice(head.length)) ?? []
  return { dashes, column: head.length, key: quoted ?? plain, value: value.trim() }
}

/** `line` counts from 0, and `column` is the one before the cursor. */
export function placeAt(lines: readonly string[], line: number, column: number): Place {
  const text = lines[line] ?? ''
  const own = readLine(text) ?? { dashes: [], column, key: undefined, value: '' }
  const open: Open[] = []
  for (const one of lines.slice(0, line)) {
    const read = readLine(one)
    if (read) enter(open, read)
  }
  enter(open, own)
  addFollowing(open, lines.slice(line + 1))
  const frames = open.map(({ key, isItem, values }) => ({ key, isItem, values }))
  return (
    placeInBraces(text, column, own, frames) ?? {
      frames,
      key: own.key !== undefined && column > own.column + own.key.length ? own.key : undefined,
    }
  )
}

/** Closes the mappings that the line is outside of, and opens those that begin in it. */
function enter(open: Open[], { dashes, column, key, value }: Line): void {
  const close = (beyond: number) => {
    while ((open.at(-1)?.column ?? -1) > beyond) open.pop()
  }
  const begin = (at: number, isItem: boolean) =>
    open.push({ key: open.at(-1)?.last, isItem, values: {}, column: at, last: undefined })
  for (const [index, dash] of dashes.entries()) {
    close(dash)
    begin(dashes[index + 1] ?? column, true)
  }
  close(column)
  if (open.at(-1)?.column !== column) begin(column, false)
  const top = open.at(-1)
  if (!top || key === undefined) return
  top.last = key
  top.values[key] = value
}

/** Adds the values of the surrounding mappings from the lines after the cursor. */
function addFollowing(open: readonly Open[], lines: readonly string[]): void {
  const left = [...open]
  for (const text of lines) {
    const read = readLine(text)
    if (!read) continue
    const { dashes, column, key, value } = read
    const edge = dashes[0] ?? column
    while ((left.at(-1)?.column ?? -1) > edge) left.pop()
    const top = left.at(-1)
    if (!top) return
    if (dashes.length === 0 && top.column === column && key !== undefined) top.values[key] ??= value
  }
}

/** In a line, the pairs in `{ … }` are a mapping of their own. */
function placeInBraces(
  text: string,
  column: number,
  own: Line,
  frames: readonly Frame[],
): Place | undefined {
  const before = text.slice(own.column, column)
  const brace = before.lastIndexOf('{')
  if (brace < 0 || before.slice(brace).includes('}')) return undefined
  const pairs = text.slice(own.column + brace + 1).replace(/\}.*$/, '')
  const values = Object.fromEntries(
    [...pairs.matchAll(/([\w$-]+)\s*:\s*("[^"]*"|'[^']*'|[^,]*)/g)].map(
      ([, key = '', value = '']) => [key, value.trim()],
    ),
  )
  const key = /([\w$-]+)\s*:\s*[^,]*$/.exec(before.slice(brace + 1))?.[1]
  if (own.key !== undefined) return { frames: [...frames, { key: own.key, isItem: false, values }], key } // prettier-ignore
  const last = frames.at(-1)
  return { frames: [...frames.slice(0, -1), { key: last?.key, isItem: true, values }], key }
}
