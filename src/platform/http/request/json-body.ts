// Parses strict JSON: what Postgres, drizzle or a later reader could not hold is refused anywhere in the body, so that
// unknown fields are safe to ignore.
import type { z } from 'zod'
import type { Fault, FaultCode } from '#src/platform/errors.ts'
import { mergeFaults } from './faults.ts'
import { pointer } from './pointer.ts'

const depthMax = 64
const valuesMax = 50_000
const faultsMax = 20

const utf8 = new TextDecoder('utf-8', { fatal: true })

type Found = { path: (string | number)[]; code: FaultCode; detail: string }

/** Parses the bytes of a JSON body, or says what is wrong with them and where, as the schema names it. */
export function parseJson(
  bytes: Uint8Array,
  schema: z.ZodType,
): { value: unknown } | { faults: Fault[] } {
  const parsed = parseSound(bytes)
  if ('value' in parsed) return parsed
  const faults = parsed.found.map(({ path, ...fault }) => ({
    pointer: pointer('#', path, schema),
    ...fault,
  }))
  return { faults: mergeFaults(faults) }
}

function parseSound(bytes: Uint8Array): { value: unknown } | { found: Found[] } {
  if (bytes.byteLength === 0) return { found: [fault([], 'required', 'a body is needed')] }
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { found: [fault([], 'unicode', 'is not UTF-8')] }
  }
  // The parser would spend seconds and gigabytes on it.
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

/** From so many characters on. */
const largeMin = 1_000_000
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openers, closers] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])]

/** More in a text than is taken, as its commas and brackets say: it need not be JSON. */
function findExcess(text: string): Found | undefined {
  let [depth, signs] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (openers.has(code)) depth += 1
    else if (closers.has(code)) depth -= 1
    else if (code !== comma) continue
    if (code !== quote) signs += 1
    if (depth > depthMax) return tooDeep([])
    // A value has a comma, or two brackets and a comma.
    if (signs > 3 * valuesMax + 1) return tooMany
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let end = start
  let slashes: number
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
    slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
  } while (slashes % 2 === 1)
  return end
}

/** One value on the way down; paths are put together only for what is at fault. */
type Visited = { value: unknown; key: string | number; above: Visited | undefined; depth: number }

/** Walks with a stack of its own: a body may be nested deeper than calls can be. */
function findFaults(root: unknown): Found[] {
  const faults: Found[] = []
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

/** Puts what is inside a value on the stack, first child on top; returns how many there are. */
function openChildren(at: Visited, open: Visited[], faults: Found[]): number {
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

const fault = (path: (string | number)[], code: FaultCode, detail: string): Found => ({
  path,
  code,
  detail,
})

const tooDeep = (path: (string | number)[]) =>
  fault(path, 'too-deep', `is nested deeper than ${depthMax} levels`)

const tooMany = fault([], 'too-many', `has more than ${valuesMax} values`)
