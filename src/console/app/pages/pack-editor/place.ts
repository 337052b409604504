// Finds the position of a cursor in a YAML text: the mappings around it from the outermost to the innermost, with their
// values. The parser continues after a fault, so it works while the text is not yet valid YAML. Pure.
import { isMap, isPair, isScalar, isSeq, parseDocument, visit, type YAMLMap } from 'yaml'

/** A mapping or a list item around the cursor. */
export type Frame = {
  /** The key of the mapping; an item of a list has the key of its list. */
  readonly key: string | undefined
  readonly isItem: boolean
  /** The scalars of the mapping by key; the text is empty for a value that is no scalar. */
  readonly values: Readonly<Record<string, string>>
}

export type Place = {
  readonly frames: readonly Frame[]
  /** The key whose value is at the cursor; undefined if the cursor is at a key. */
  readonly key: string | undefined
}

/** Stands in the text at the cursor; no document contains this character. */
const mark = '\uE000'

const textOf = (node: unknown): string => (isScalar(node) ? (node.source ?? '') : '')
const plain = (node: unknown): string => textOf(node).replace(mark, '')

const valuesOf = ({ items }: YAMLMap): Frame['values'] =>
  Object.fromEntries(
    items.map(({ key, value }) => [plain(key), plain(value)]).filter(([key]) => key !== ''),
  )

/** `at` is the number of characters before the cursor. A word alone in its line is a key, maybe the first of a mapping. */
export function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at).replace(/:$/, ': ')
  const isAlone = /(?:^|\n) *[\w$-]*$/.test(before)
  const marked = parseDocument(`${before}${mark}${text.slice(at)}`, lenient)
  let place = readPath([], false)
  visit(marked, {
    Scalar(role, node, path) {
      if (!textOf(node).includes(mark)) return undefined
      const isValue = role === 'value'
      place = readPath(path, isValue && !isAlone, isValue && isAlone)
      return visit.BREAK
    },
  })
  return place
}

const lenient = { strict: false, uniqueKeys: false, logLevel: 'silent' } as const

/** Reads the frames from the nodes above the cursor. A list item that is not yet a mapping counts as one. */
function readPath(path: readonly unknown[], isValue: boolean, isFirst = false): Place {
  const frames: Frame[] = []
  let key: string | undefined
  let isItem = false
  for (const one of path) {
    if (isPair(one)) key = plain(one.key)
    else if (isMap(one)) frames.push({ key, isItem, values: valuesOf(one) })
    isItem = isSeq(one)
  }
  if (isItem || isFirst || frames.length === 0) frames.push({ key, isItem, values: {} })
  return { frames, key: isValue ? key : undefined }
}
