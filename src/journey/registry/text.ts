// Parses the text of a document, JSON or YAML, and locates faults in it. The caller has limited its length.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml'
import { findUnquoted } from './unquoted.ts'

/** A fault in a document. `pointer` is a JSON pointer to a value, `offset` an index into that value’s text. */
export type DocumentFault = {
  readonly pointer: string
  readonly detail: string
  readonly offset?: number
}

export type Position = { readonly line: number; readonly column: number }
export type PositionedFault = DocumentFault & Partial<Position>

export type ParsedText = {
  readonly value: unknown
  /** Returns the position of a fault in the text. */
  locate(fault: DocumentFault): Position
}

/** No step needs more depth, and a schema would overflow the stack only far beyond it. */
const nestingMax = 64

/**
 * `isJson`: only JSON is accepted, which is a subset of YAML. Details quote no value of the text, except a row that
 * they show corrected.
 */
export function parseText(
  written: string,
  isJson: boolean,
): { readonly parsed: ParsedText } | { readonly faults: readonly PositionedFault[] } {
  const text = toLineFeeds(written)
  const notJson = isJson ? findJsonFault(text) : undefined
  if (notJson) return { faults: [notJson] }
  const json = isJson ? { value: JSON.parse(text) as unknown } : undefined
  // JSON that is nested too deeply is refused before the second parse.
  const tooDeep = json && findUnsound(json.value)
  if (tooDeep) return { faults: [tooDeep] }
  const lines = new LineCounter()
  // The library’s check for duplicate keys takes quadratic time, so `findKeysTwice` does it.
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'core',
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
  })
  // YAML’s errors about tabs or long keys are no errors in JSON.
  const problems = isJson ? [] : [...document.errors, ...document.warnings]
  const unquoted =
    isJson || (problems.length === 0 && !hasBareKey(document)) ? [] : findUnquoted(text)
  if (unquoted.length > 0)
    return {
      faults: unquoted.slice(0, faultsMax).map(({ start, detail }) => ({
        pointer: '',
        detail,
        ...positionOf(lines, start),
      })),
    }
  if (problems.length > 0)
    return {
      faults: problems.slice(0, faultsMax).map(({ code, pos }) => ({
        pointer: '',
        detail: problemOf(code),
        ...positionOf(lines, pos[0]),
      })),
    }
  const twice = findKeysTwice(document)
  if (twice.length > 0)
    return {
      faults: twice.map((key) => ({
        pointer: '',
        detail: 'a key is there twice',
        ...positionOf(lines, key.range?.[0] ?? 0),
      })),
    }
  const copied = isJson ? undefined : findCopied(document, lines)
  if (copied) return { faults: [copied] }
  const read = json ?? { value: document.toJS({ maxAliasCount: 0 }) as unknown }
  const fault = findUnsound(read.value)
  if (fault) return { faults: [fault] }
  return { parsed: { value: read.value, locate: (one) => locate(document, lines, text, one) } }
}

/**
 * A carriage return alone also ends a line (YAML 1.2, 5.4), which the library does not know. The length stays, so that
 * positions do.
 */
export const toLineFeeds = (text: string): string => text.replaceAll(/\r(?!\n)/g, '\n')

/** Whether a key in `{ }` has no value, as happens when a comma ends a text without quotes. */
function hasBareKey(document: Document): boolean {
  let found = false
  visit(document, {
    Map(_key, { flow, items }) {
      found ||= flow === true && items.some(({ value }) => value === null)
      return found ? visit.BREAK : undefined
    },
  })
  return found
}

function findKeysTwice(document: Document): Scalar[] {
  const found: Scalar[] = []
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<string>()
      for (const { key } of items)
        if (isScalar(key) && seen.size === seen.add(String(key.value)).size) found.push(key)
      return found.length < faultsMax ? undefined : visit.BREAK
    },
  })
  return found
}

const faultsMax = 20

function findJsonFault(text: string): PositionedFault | undefined {
  if (isJsonUpTo(text, text.length) && isWhole(text)) return undefined
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isJsonUpTo(text, middle)) good = middle
    else bad = middle
  }
  const before = text.slice(0, good).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { pointer: '', detail: 'it is not JSON', line: before.length, column }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether this prefix can begin a JSON text. The engine’s message tells whether it just ended too early; its position
 * is not always given.
 */
function isJsonUpTo(text: string, length: number): boolean {
  try {
    JSON.parse(text.slice(0, length))
    return true
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const at = /at position (\d+)/.exec(said)?.[1]
    return /end of JSON|Unterminated/.test(said) || Number(at) === length
  }
}

const indented = 'a line is indented wrongly, or a text with ": " in it has no quotes'
const problems: Readonly<Record<string, string>> = {
  BAD_INDENT: 'a line is indented wrongly, or a bracket is not closed',
  BLOCK_AS_IMPLICIT_KEY: indented,
  MULTILINE_IMPLICIT_KEY: indented,
  MISSING_CHAR: 'a colon, a comma, a bracket or a quote is missing',
  NON_STRING_KEY: 'a key is not a text',
  UNEXPECTED_TOKEN: 'something does not belong here: a text that begins with a sign needs quotes',
  MULTIPLE_DOCS: 'it holds several documents',
  RESOURCE_EXHAUSTION: 'it nests too deep',
  TAB_AS_INDENT: 'a tab indents it',
  TAG_RESOLVE_FAILED: 'it has a tag, which is not taken: a text that begins with ! needs quotes',
}
const problemOf = (code: string): string =>
  problems[code] ?? `it is not YAML: ${code.toLowerCase().replaceAll('_', ' ')}`

/** Finds anchors, aliases and the like: a document must be complete where it is written. */
function findCopied(document: Document, lines: LineCounter): PositionedFault | undefined {
  let found: PositionedFault | undefined
  const stopAt = (detail: string, offset = 0) => {
    found = { pointer: '', detail, ...positionOf(lines, offset) }
    return visit.BREAK
  }
  visit(document, {
    Alias: (_key, { range }) => stopAt('it has an alias, which is not taken', range?.[0]),
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.value !== '<<' || isAlias(value)) return undefined
      return stopAt('it has a merge key (<<), which is not taken', key.range?.[0])
    },
  })
  return found
}

/** Finds what a database cannot store, and nesting too deep for recursion. */
function findUnsound(root: unknown): PositionedFault | undefined {
  const open = [{ value: root, level: 1 }]
  for (let at = open.pop(); at; at = open.pop()) {
    if (typeof at.value === 'string' && !isSound(at.value))
      return { pointer: '', detail: 'it has a NUL or half of a surrogate pair', ...atStart }
    if (typeof at.value !== 'object' || at.value === null) continue
    if (at.level > nestingMax)
      return { pointer: '', detail: `it nests over ${nestingMax} levels`, ...atStart }
    for (const [key, value] of Object.entries(at.value)) {
      open.push({ value: key, level: at.level })
      open.push({ value, level: at.level + 1 })
    }
  }
  return undefined
}

const atStart: Position = { line: 1, column: 1 }

const isSound = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function positionOf(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The position of the innermost existing node, or of its key if it is an entry of a map. */
function locate(
  document: Document,
  lines: LineCounter,
  text: string,
  { pointer, offset }: DocumentFault,
): Position {
  let [node, at]: unknown[] = [document.contents, document.contents]
  for (const key of keysOf(pointer)) {
    const pair =
      isMap(node) && node.items.find((one) => isScalar(one.key) && String(one.key.value) === key)
    const item = isSeq(node) && node.items[Number(key)]
    if (!pair && !item) break
    ;[node, at] = pair ? [pair.value, pair.key] : [item, item]
  }
  if (isScalar(node) && offset !== undefined) return positionWithin(node, lines, text, offset)
  const found = isScalar(node) ? node : at
  return isNode(found) && found.range ? positionOf(lines, found.range[0]) : { line: 1, column: 1 }
}

/** The position of an offset within a scalar, as far as its quoting and escapes allow. */
function positionWithin(
  scalar: Scalar,
  lines: LineCounter,
  text: string,
  offset: number,
): Position {
  const [start, end] = scalar.range ?? [0, 0]
  const value = String(scalar.value)
  const first = positionOf(lines, start)
  const raw = text.slice(start, end)
  if (scalar.type === 'PLAIN' && raw === value) return positionOf(lines, start + offset)
  if (raw.slice(1, -1) === value) return positionOf(lines, start + 1 + offset)
  if (scalar.type !== 'BLOCK_LITERAL') return first
  const before = value.slice(0, offset)
  const line = first.line + 1 + before.split('\n').length - 1
  const indent = /^ */.exec(raw.split('\n')[1] ?? '')?.[0].length ?? 0
  return { line, column: indent + (offset - (before.lastIndexOf('\n') + 1)) + 1 }
}
