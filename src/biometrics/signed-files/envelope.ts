// Finds the one signature of a PDF (ISO 32000-2, 12.8) by its bytes alone, because no PDF parser may see a file before
// its signature is checked. The only accepted shape is a signature over the whole file except its own hexadecimal
// digits.
import { need } from './fault.ts'

export type Envelope = {
  /** The bytes of the signature in the file, with the padding zeros. */
  readonly cms: Buffer
  readonly signed: readonly Buffer[]
  /** The time in the signature's dictionary; absent without one. */
  readonly time: Date | undefined
  readonly isPlainCms: boolean
}

export const bytesMax = 10_000_000
const range = /\/ByteRange\s*\[\s*0\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s*\]/g
const subFilters: readonly (string | undefined)[] = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached']

/** Whether the first bytes are those of a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString('latin1') ===
  '%PDF-'

/** Throws `SignatureFault`. */
export function readEnvelope(pdf: Buffer): Envelope {
  need(pdf.length <= bytesMax, 'too-large')
  const text = pdf.toString('latin1')
  need(isPdf(pdf) && /%%EOF\s*$/.test(text.slice(-64)), 'not-one-file')
  const named = text.split('/ByteRange').length - 1
  need(named > 0, 'no-signature')
  need(named === 1, 'several-signatures')
  const [found] = text.matchAll(range)
  need(found, 'no-signature')
  const [from = 0, until = 0, rest = 0] = found.slice(1).map(Number)
  need(until + rest === pdf.length && from < until, 'not-whole-file')
  // `/ByteRange` may come before `/Contents` or after it.
  need(/\/Contents\s*$/.test(text.slice(Math.max(0, from - 40), from)), 'gap')
  need(/^<(?:[0-9a-fA-F]{2})+>$/.test(text.slice(from, until)), 'gap')
  const begins = text.lastIndexOf(' obj', from)
  const ends = text.indexOf('endobj', until)
  need(begins < found.index && found.index < ends, 'gap')
  const dictionary = text.slice(begins, from) + text.slice(until, ends)
  const filters = [...dictionary.matchAll(/\/SubFilter\s*\/([\w.#]+)/g)].map(([, name]) => name)
  return {
    cms: Buffer.from(text.slice(from + 1, until - 1), 'hex'),
    signed: [pdf.subarray(0, from), pdf.subarray(until)],
    time: readPdfTime(dictionary),
    isPlainCms: filters.length === 1 && subFilters.includes(filters[0]),
  }
}

const candidatesMax = 4

/**
 * Everything that may be a signature in a file of another shape, to find out whether an issuer ever signed a part of
 * it.
 */
export function findSignatures(pdf: Buffer): Pick<Envelope, 'cms' | 'time'>[] {
  const text = pdf.subarray(0, bytesMax).toString('latin1')
  const time = readPdfTime(text)
  return [...text.matchAll(/<((?:[0-9a-fA-F]{2}){400,1000000})/g)]
    .slice(0, candidatesMax)
    .map(([, hex = '']) => ({ cms: Buffer.from(hex, 'hex'), time }))
}

const pdfTime =
  /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'?(\d\d)?'?)?(?:00'?)?\)/

function readPdfTime(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second, zone, zoneMinutes = '00'] =
    pdfTime.exec(text) ?? []
  if (year === undefined) return undefined
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinutes}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Searches for names of six letters and more, because shorter ones occur in pictures by chance. */
export function refuseContent(pdf: Buffer): void {
  const text = pdf.toString('latin1')
  need(!/\/Encrypt\b/.test(text), 'encrypted')
  need(
    !/\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm)\b/.test(text),
    'active-content',
  )
}
