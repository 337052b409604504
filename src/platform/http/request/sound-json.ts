// Parses JSON and checks that it is UTF-8 without NUL or half of a surrogate pair, so that PostgreSQL can store every
// string, and bounded in depth and number of values. It uses no schema, so it can run in a thread.
import type { FaultCode } from '#src/platform/errors.ts'

const depthMax = 64
const valuesMax = 50_000
const faultsMax = 20

const utf8 = new TextDecoder('utf-8', { fatal: true })

export type JsonFault = { path: (string | number)[]; code: FaultCode; detail: string }
export type SoundJson = { value: unknown } | { found: JsonFault[] }

/** The parsed value, or what is wrong with it and where. */
export function parseSound(bytes: Uint8Array): SoundJson {
  if (bytes.byteLength === 0) return { found: [fault([], 'required', 'a body is needed')] }
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { found: [fault([], 'unicode', 'is not UTF-8')] }
  }
  // Checked first, because the parser would take seconds and gigabytes for it.
  const excess = text.length > largeMin ? findExcess(text) : undefined
  if (excess) return { found: [excess] }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { found: [fault([], 'not-json', 'is not JSON')] }
  }
  const found = findFaults(value)
  return found.length > 0 ? { found } : { value }
}

/** In characters: shorter texts cannot hold too many values. */
const largeMin = 2 * valuesMax
const [quote, backslash, comma, zero, nine] = [0x22, 0x5c, 0x2c, 0x30, 0x39]
/** `{` and `[`, and `}` and `]`, differ in this bit. */
const braceBit = 0x20
const [opener, closer] = [0x7b, 0x7d]
/**
 * The most digits in a row. The longest number that programs write has some hundred; a million digits take long to
 * parse.
 */
const digitsMax = 2_000

/** Finds too many values, levels or digits by counting commas, brackets and digits; the text need not be valid JSON. */
function findExcess(text: string): JsonFault | undefined {
  let [depth, commas, openers, strings, digits] = [0, 0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) {
      if ((digits += 1) > digitsMax) return tooManyDigits
      continue
    }
    if (code === quote) {
      at = endOfString(text, at)
      strings += 1
    } else if (code === comma) commas += 1
    else if ((code | braceBit) === opener) {
      depth += 1
      openers += 1
    } else if ((code | braceBit) === closer) depth -= 1
    else continue
    digits = 0
    if (depth > depthMax) return tooDeep([])
    // Each value except the first of its list or object has a comma; it may be a string, and its name another.
    if (commas > valuesMax || openers > valuesMax + 1 || strings > 2 * valuesMax + 1) return tooMany
  }
  return undefined
}

/** A string with escapes is walked character by character: searching for each quote takes several times as long. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (end < 0) return text.length
  if (text.charCodeAt(end - 1) !== backslash) return end
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== quote && at < text.length;) {
    at += code === backslash ? 2 : 1
    code = text.charCodeAt(at)
  }
  return at
}

/** A value on the way down; paths are built only for faults. */
type Visited = { value: unknown; key: string | number; above: Visited | undefined; depth: number }

/** Walks with a stack of its own, because a body may be nested more deeply than the call stack allows. */
function findFaults(root: unknown): JsonFault[] {
  const faults: JsonFault[] = []
  const open: Visited[] = [{ value: root, key: '', above: undefined, depth: 0 }]
  let seen = 0
  for (let at = open.pop(); at && faults.length < faultsMax; at = open.pop()) {
    if (typeof at.value === 'string' && !isSound(at.value)) faults.push(unsound(pathOf(at)))
    if (typeof at.value !== 'object' || at.value === null) continue
    if (at.depth >= depthMax) {
      return [tooDeep(pathOf(at))]
    }
    const size = openChildren(at, open, faults)
    if ((seen += size) > valuesMax) {
      return [tooMany]
    }
  }
  return faults
}

/** Pushes the children of a value on the stack, the first on top; returns their number. */
function openChildren(at: Visited, open: Visited[], faults: JsonFault[]): number {
  const children = Array.isArray(at.value) ? at.value : Object.entries(at.value as object)
  if (children.length > valuesMax) return children.length
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const [key, value] = Array.isArray(at.value) ? [index, children[index]] : children[index]
    if (typeof key === 'string' && !isSound(key)) faults.push(unsound(pathOf(at)))
    else if (typeof value === 'string' ? !isSound(value) : typeof value === 'object')
      open.push({ value, key, above: at, depth: at.depth + 1 })
  }
  return children.length
}

const isSound = (text: string) => text.isWellFormed() && !text.includes('\0')

const unsound = (path: (string | number)[]) =>
  fault(path, 'unicode', 'has a NUL or half of a surrogate pair')

function pathOf(visited: Visited): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Visited | undefined = visited; at?.above; at = at.above) path.unshift(at.key)
  return path
}

const fault = (path: (string | number)[], code: FaultCode, detail: string): JsonFault => ({
  path,
  code,
  detail,
})

const tooDeep = (path: (string | number)[]) =>
  fault(path, 'too-deep', `is nested deeper than ${depthMax} levels`)

const tooMany = fault([], 'too-many', `has more than ${valuesMax} values`)
const tooManyDigits = fault([], 'too-long', `has a number of more than ${digitsMax} digits`)
