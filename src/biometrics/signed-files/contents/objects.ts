// Reads the objects of a PDF by walking its bytes from first to last: of an object that occurs twice the last counts.
// Sealed revisions before the signature are the issuer's own. Object streams (7.5.7) are unpacked up to a limit.
import { inflateSync } from 'node:zlib'
import {
  isDictionary,
  isName,
  isReference,
  parseValue,
  type PdfDictionary,
  type PdfValue,
  skipGap,
} from './values.ts'

export type PdfObject = {
  readonly value: PdfValue
  /** The bytes of the stream, still encoded. */
  readonly stream?: Buffer
}

export type PdfObjects = {
  readonly all: readonly PdfObject[]
  /** Follows references; undefined if there is no such object. */
  readonly find: (value: PdfValue | undefined) => PdfObject | undefined
}

const objectsMax = 20_000
const header = /(?<![\d.])(\d{1,7})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?!\w)/g

/** Throws an Error if the objects do not follow the format. */
export function readObjects(pdf: Buffer): PdfObjects {
  const text = pdf.toString('latin1')
  const byId = new Map<number, PdfObject>()
  header.lastIndex = 0
  for (let found = header.exec(text); found; found = header.exec(text)) {
    if (byId.size > objectsMax) throw new Error('too many objects')
    const { object, end } = readObject(pdf, text, header.lastIndex)
    byId.set(Number(found[1]), object)
    header.lastIndex = end
    for (const [id, value] of unpack(object)) byId.set(id, { value })
  }
  const find = (value: PdfValue | undefined): PdfObject | undefined => {
    let held: PdfObject | undefined = value === undefined ? undefined : { value }
    for (let steps = 0; held && isReference(held.value) && steps < 10; steps += 1)
      held = byId.get(held.value.reference)
    return held
  }
  return { all: [...byId.values()], find }
}

function readObject(pdf: Buffer, text: string, from: number) {
  const { value, end } = parseValue(text, from)
  const at = skipGap(text, end)
  if (!isDictionary(value) || !text.startsWith('stream', at)) return { object: { value }, end }
  const begins = at + 6 + (text.startsWith('\r\n', at + 6) ? 2 : 1)
  const ends = endOf(text, begins, value.get('Length'))
  if (ends < begins) throw new Error('no end of a stream')
  return { object: { value, stream: pdf.subarray(begins, ends) }, end: ends }
}

/** Uses the stated length if `endstream` follows there, and otherwise searches for that word. */
function endOf(text: string, begins: number, length: PdfValue | undefined): number {
  if (typeof length === 'number') {
    const after = skipGap(text, begins + length)
    if (text.startsWith('endstream', after)) return begins + length
  }
  return text.indexOf('endstream', begins)
}

const unpackedMax = 8_000_000

function unpack({ value, stream }: PdfObject): [number, PdfValue][] {
  if (!stream || !isDictionary(value) || !isOfType(value, 'ObjStm')) return []
  const isPacked = value.has('Filter')
  const plain = isPacked ? inflateSync(stream, { maxOutputLength: unpackedMax }) : stream
  const text = plain.toString('latin1')
  const [count, first] = [value.get('N'), value.get('First')]
  if (typeof count !== 'number' || typeof first !== 'number' || count > objectsMax)
    throw new Error('no object stream')
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number)
  return Array.from({ length: count }, (_, at) => {
    const [id = 0, offset = 0] = numbers.slice(2 * at, 2 * at + 2)
    return [id, parseValue(text, first + offset).value]
  })
}

export function isOfType(dictionary: PdfDictionary, type: string, key = 'Type'): boolean {
  const value = dictionary.get(key)
  return isName(value) && value.name === type
}
