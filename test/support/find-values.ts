// Searches for values in bytes, in every form in which they may be written: files of a database, logs, histories.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Sought = {
  readonly value: string
  /** Matches only where no letter, digit, dot or hyphen is adjacent: for short codes. */
  readonly whole?: boolean
  /** The bytes that are searched for if the value is not text; `value` is then only its name. */
  readonly bytes?: Uint8Array
}

/** Returns the names of the values found in `bytes`, in any spelling and letter case. */
export type Finder = (bytes: Uint8Array) => string[]

type Needle = { readonly name: string; readonly bytes: Buffer; readonly apart: RegExp | undefined }

/** One pass over the bytes: the first three bytes of each needle select the needles that can begin there. */
export function createFinder(sought: readonly Sought[]): Finder {
  const starts = new Uint8Array(1 << 24)
  const byStart = new Map<number, Needle[]>()
  for (const needle of sought.flatMap(toNeedles)) {
    const start = startOf(needle.bytes, 0)
    starts[start] = 1
    byStart.set(start, [...(byStart.get(start) ?? []), needle])
  }
  return (bytes) => {
    const folded = foldCase(bytes)
    const found = new Set<string>()
    for (let at = 0; at + 3 <= folded.length; at += 1) {
      const start = startOf(folded, at)
      if (starts[start] === 0) continue
      for (const one of byStart.get(start) ?? []) if (standsAt(folded, at, one)) found.add(one.name)
    }
    return [...found]
  }
}

/** Searches all files of a folder, recursively; the results have the form `file: value`. */
export async function findInFolder(folder: string, find: Finder): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const found = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name)
    return find(await readFile(file)).map((value) => `${file.slice(folder.length + 1)}: ${value}`)
  })
  return (await Promise.all(found)).flat()
}

/** All strings and bytes within a value as one text, for example of the payloads in a history. */
export function flatten(value: unknown): Buffer {
  const parts: (string | Uint8Array)[] = []
  const open: unknown[] = [value]
  for (let at = open.pop(); open.length > 0 || at !== undefined; at = open.pop()) {
    if (at instanceof Uint8Array || typeof at === 'string') parts.push(at)
    else if (typeof at === 'object' && at !== null) open.push(...Object.entries(at).flat())
    else parts.push(String(at))
  }
  return Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.from('\n')]))
}

function toNeedles({ value, whole = false, bytes }: Sought): Needle[] {
  if (bytes) return toByteNeedles(value, bytes)
  const spellings = whole ? [value] : spell(value)
  const needles = [...new Set(spellings.map((one) => one.toLowerCase()))]
  const hex = toHex(value)
  return needles.map((one) => ({
    name: value,
    bytes: Buffer.from(one),
    // Hexadecimal digits beside a match are simply more of the data, so they do not exclude it.
    apart: !whole && one === hex ? undefined : apartFrom(one, whole),
  }))
}

/** The forms of bytes: raw, hexadecimal, a list of numbers, and base64. */
function toByteNeedles(name: string, value: Uint8Array): Needle[] {
  const texts = [Buffer.from(value).toString('hex'), value.join(','), ...toBase64(value)]
  const raw = foldCase(value)
  const folded = [...new Set(texts.map((one) => one.toLowerCase()))].map((one) => Buffer.from(one))
  return [raw, ...folded].map((bytes) => ({ name, bytes, apart: undefined }))
}

const toHex = (value: string) => Buffer.from(value).toString('hex')

/**
 * The characters that exclude a match when adjacent: a number must not be part of a longer one, such as a timestamp’s
 * fraction.
 */
const apartFrom = (needle: string, whole: boolean) =>
  whole ? /[\w.-]/ : /^\d+$/.test(needle) ? /\d/ : undefined

/**
 * The forms of a text: as it is, without punctuation, in JSON, in a URL, in hexadecimal, and in base64 at any
 * alignment.
 */
function spell(value: string): string[] {
  const bare = value.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return [
    value,
    ...(bare.length >= 7 ? [bare] : []),
    ...(day ? [`${day}/${month}/${year}`, `${day}-${month}-${year}`] : []),
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    encodeURIComponent(value),
    new URLSearchParams({ '': value }).toString().slice(1),
    toHex(value),
    ...toBase64(Buffer.from(value)),
  ]
}

/** Base64 at any alignment, in both alphabets. */
function toBase64(value: Uint8Array): string[] {
  const plain = [0, 1, 2].map((offset) => base64Inside(value, offset))
  return [...plain, ...plain.map(toUrlSafe)]
}

/** The part of a longer text’s base64 that depends only on this value, when it begins `offset` bytes into a group. */
function base64Inside(value: Uint8Array, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), value])
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)) // prettier-ignore
}

const toUrlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')

function standsAt(text: Buffer, at: number, { bytes, apart }: Needle): boolean {
  const end = at + bytes.length
  if (text.compare(bytes, 0, bytes.length, at, Math.min(end, text.length)) !== 0) return false
  return !apart || !(apart.test(charAt(text, at - 1)) || apart.test(charAt(text, end)))
}

const charAt = (text: Buffer, at: number) => String.fromCharCode(text[at] ?? 0)

const startOf = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)

function foldCase(bytes: Uint8Array): Buffer {
  const folded = Buffer.from(bytes)
  for (let at = 0; at < folded.length; at += 1) {
    const byte = folded[at] ?? 0
    if (byte >= 65 && byte <= 90) folded[at] = byte + 32
  }
  return folded
}
