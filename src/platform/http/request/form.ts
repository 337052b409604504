// Reads bodies of forms: their parts as they came, and their fields and files by name.
import { Problem } from '#src/platform/errors.ts'

export type FormField = string | File | undefined
export type FormFields = Record<string, FormField | FormField[]>

/** More than any operation takes; each part costs time to read. */
const partsMax = 100

/** What lies between the delimiters of a form: programs choose them anew each time. Any other body is one part. */
export function partsOf(body: Buffer, contentType = ''): readonly Buffer[] {
  const boundary = boundaryOf(contentType)
  return boundary === undefined ? [body] : splitAt(body, boundary)
}

/** As far as RFC 2046 lets it be written. */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] =
    /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70})(?:$|[\s;]))/i.exec(
      contentType,
    ) ?? []
  return quoted ?? bare
}

function splitAt(body: Buffer, boundary: string): readonly Buffer[] {
  // A delimiter begins with the end of a line; only the first may stand at the very beginning.
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const opening = delimiter.subarray(2)
  const isOpened = body.subarray(0, opening.length).equals(opening)
  const parts: Buffer[] = isOpened ? [Buffer.alloc(0)] : []
  let from = isOpened ? opening.length : 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, from)) {
    parts.push(body.subarray(from, at))
    from = at + delimiter.length
  }
  return [...parts, body.subarray(from)]
}

/** Fields and files by name; a name that comes several times is an array. Problem 400 for what is no form. */
export async function readForm(body: Uint8Array, contentType: string): Promise<FormFields> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw notForm()
  // Before the first part and behind the last there is nothing.
  if (splitAt(bytes, boundary).length - 2 > partsMax)
    throw refused('too-many', `has more than ${partsMax} parts`)
  // The delimiter by which they were counted, however else the header could be understood.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(Buffer.from(bytes), { headers }).formData().catch(() => {
    throw notForm()
  })
  const fields = new Map<string, FormField[]>()
  for (const [name, value] of form) fields.set(name, [...(fields.get(name) ?? []), value])
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

const notForm = () => refused('format', 'is not multipart/form-data')

const refused = (code: 'too-many' | 'format', detail: string) =>
  new Problem('invalid-request', { faults: [{ pointer: '#', code, detail }] })
