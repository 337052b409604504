// Small PDF files with pictures on their pages, signed as by an issuer, or changed as by a forger.
import { type Identity, signBytes, type SignOptions } from './authority.ts'

export type PdfOptions = {
  /** JPEG pictures, all on the first page. */
  readonly pictures?: readonly {
    readonly bytes: Buffer
    readonly width: number
    readonly height: number
  }[]
  readonly pages?: number
  /** Further entries of the catalog, and of the signature dictionary. */
  readonly catalog?: string
  readonly dictionary?: string
  readonly subFilter?: string
  readonly contentsFirst?: boolean
  /** Text after the end of the file. */
  readonly ending?: string
  /** The time in the signature dictionary; null: none. */
  readonly time?: string | null
}

const room = 8_192
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Makes the PDF that is signed, with a gap of zeros for the signature. */
export function makePdf({
  pictures = [],
  pages = 1,
  catalog = '',
  dictionary = '',
  ...more
}: PdfOptions = {}): Buffer {
  const pageAt = (at: number) => 20 + pictures.length + at
  const kids = Array.from({ length: pages }, (_, at) => `${pageAt(at)} 0 R`).join(' ')
  const images = pictures.map((_, at) => `/Im${at} ${20 + at} 0 R`).join(' ')
  const objects: [number, Buffer | string][] = [
    [1, `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /SigFlags 3>>${catalog}>>`],
    [2, `<</Type /Pages /Kids [${kids}] /Count ${pages}>>`],
    [4, '<</Length 40>>\nstream\nBT /Helv 12 Tf 20 20 Td (QR-CODE) Tj ET     \nendstream'],
    [5, '<</Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 6 0 R /P 3 0 R /Rect [0 0 0 0]>>'],
    [6, signatureOf(dictionary, more)],
    ...pictures.map(({ bytes, width, height }, at): [number, Buffer] => [
      20 + at,
      Buffer.concat([
        latin(
          `<</Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length}>>\nstream\n`,
        ),
        bytes,
        latin('\nendstream'),
      ]),
    ]),
    ...Array.from({ length: pages }, (_, at): [number, string] => [
      pageAt(at),
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources <</XObject <<${at === 0 ? images : ''}>>>>>>`,
    ]),
  ]
  return placeRange(Buffer.concat([writeFile(objects), latin(more.ending ?? '')]))
}

function signatureOf(
  dictionary: string,
  {
    subFilter = 'ETSI.CAdES.detached',
    contentsFirst = false,
    time = pdfTime(new Date()),
  }: PdfOptions,
): string {
  const range = '/ByteRange [0 0000000000 0000000000 0000000000]'
  const contents = `/Contents <${'0'.repeat(2 * room)}>`
  const [one, other] = contentsFirst ? [contents, range] : [range, contents]
  const at = time === null ? '' : ` /M (D:${time})`
  return `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter}${at}${dictionary}\n${one}\n${other}>>`
}

export const pdfTime = (at: Date): string => `${at.toISOString().replaceAll(/[-T:]|\..*/g, '')}Z`

function writeFile(objects: readonly [number, Buffer | string][]): Buffer {
  const parts: Buffer[] = [latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  let length = parts[0]?.length ?? 0
  const table: string[] = []
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [id, body] of objects) {
    table.push(`${id} 1\n${String(length).padStart(10, '0')} 00000 n \n`)
    add(Buffer.concat([latin(`${id} 0 obj\n`), latinOf(body), latin('\nendobj\n')]))
  }
  add(
    latin(
      `xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer\n<</Size 900 /Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const latinOf = (body: Buffer | string) => (typeof body === 'string' ? latin(body) : body)

/** The position of the signature’s hexadecimal text. */
export function gapOf(pdf: Buffer): { readonly from: number; readonly until: number } {
  const from = pdf.indexOf('/Contents <') + '/Contents '.length
  return { from, until: pdf.indexOf('>', from) + 1 }
}

function placeRange(pdf: Buffer): Buffer {
  const { from, until } = gapOf(pdf)
  const numbers = [from, until, pdf.length - until].map((one) => String(one).padEnd(10))
  return latin(
    pdf.toString('latin1').replace(/\/ByteRange \[[^\]]*\]/, `/ByteRange [0 ${numbers.join(' ')}]`),
  )
}

/** Writes hexadecimal text in the signature’s place. */
export function fillGap(pdf: Buffer, hex: string): Buffer {
  const { from, until } = gapOf(pdf)
  const filled = hex.padEnd(until - from - 2, '0')
  return Buffer.concat([pdf.subarray(0, from), latin(`<${filled}>`), pdf.subarray(until)])
}

export async function signPdf(
  pdf: Buffer,
  signer: Identity,
  options: SignOptions = {},
): Promise<Buffer> {
  const { from, until } = gapOf(pdf)
  const content = Buffer.concat([pdf.subarray(0, from), pdf.subarray(until)])
  return fillGap(pdf, (await signBytes(content, signer, options)).toString('hex'))
}

/** Appends an incremental update, as editors do. */
export function revise(pdf: Buffer, object: string): Buffer {
  const old = pdf.toString('latin1')
  const at = old.length + 1
  const added = `${old}\n${object}\nendobj\n`
  const previous = Number.parseInt(old.slice(old.lastIndexOf('startxref') + 9), 10)
  return latin(
    `${added}xref\n${Number.parseInt(object, 10)} 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 900 /Root 1 0 R /Prev ${previous}>>\nstartxref\n${added.length}\n%%EOF\n`,
  )
}

export const swap = (pdf: Buffer, one: string | RegExp, other: string): Buffer =>
  latin(pdf.toString('latin1').replace(one, other))
