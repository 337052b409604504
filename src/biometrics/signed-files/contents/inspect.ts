// Decides whether an uploaded PDF is accepted unchanged. Nothing in it is rendered: a file that could run, request or
// hide something is refused, and so is one that this reader cannot parse.
import { isPdf } from '../envelope.ts'
import { countPages, hasActive } from './read.ts'
import { type PdfObjects, readObjects } from './objects.ts'
import { isDictionary, parseValue } from './values.ts'

export type PdfFault = 'no-pdf' | 'damaged' | 'encrypted' | 'active-content' | 'too-many-pages'

/** More pages than a contract or a year of statements has. */
const uploadPagesMax = 100

/** Undefined for a file that is accepted. Never throws, whatever it contains. */
export function inspectPdf(pdf: Buffer): PdfFault | undefined {
  if (!isPdf(pdf) || !endsAsPdf(pdf) || isArchive(pdf)) return 'no-pdf'
  try {
    if (isEncrypted(pdf.toString('latin1'))) return 'encrypted'
    return findFault(readObjects(pdf))
  } catch {
    return 'damaged'
  }
}

function findFault(objects: PdfObjects): PdfFault | undefined {
  const isLocked = objects.all.some(({ value }) => isDictionary(value) && value.has('Encrypt'))
  if (isLocked) return 'encrypted'
  if (hasActive(objects)) return 'active-content'
  const pages = countPages(objects, uploadPagesMax)
  if (pages > uploadPagesMax) return 'too-many-pages'
  return pages === 0 ? 'damaged' : undefined
}

/** Whether nothing follows the end of the PDF, where another file could be hidden. */
const endsAsPdf = (pdf: Buffer): boolean =>
  /%%EOF[\0\t\n\f\r ]*$/.test(pdf.subarray(-64).toString('latin1'))

/** A ZIP archive is read from its end, so anything may come before it (APPNOTE 4.3.16). */
function isArchive(pdf: Buffer): boolean {
  const [head, headLength] = [Buffer.from([0x50, 0x4b, 0x05, 0x06]), 22]
  const from = Math.max(0, pdf.length - headLength - 0xffff)
  for (let at = pdf.indexOf(head, from); at >= 0; at = pdf.indexOf(head, at + 1))
    if (at + headLength <= pdf.length && at + headLength + pdf.readUInt16LE(at + 20) === pdf.length)
      return true
  return false
}

/** Looks in the trailers of a file whose references are in a table (ISO 32000-2, 7.5.5). */
function isEncrypted(text: string): boolean {
  return [...text.matchAll(/\btrailer(?=[\0\t\n\f\r ]*<<)/g)].some(({ index }) => {
    const { value } = parseValue(text, index + 'trailer'.length)
    return isDictionary(value) && value.has('Encrypt')
  })
}
