// Uploaded PDFs: which are taken as they are, and which could do harm, however they are written.
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectPdf } from '#src/biometrics/signed-files/contents/inspect.ts'
import { makePdf } from '#test/support/biometrics/signed-pdf.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

/** A file whose objects stand in an object stream, as most programs write it now. */
function packed(objects: readonly string[], { isPlain = false, xref = '' } = {}): Buffer {
  const text = objects.join(' ')
  let offset = 0
  const numbers = objects.map((one, at) => {
    const entry = `${at + 1} ${offset}`
    offset += one.length + 1
    return entry
  })
  const first = `${numbers.join(' ')} `
  const body = isPlain ? latin(first + text) : deflateSync(latin(first + text))
  const filter = isPlain ? '' : '/Filter /FlateDecode '
  return Buffer.concat([
    latin('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'),
    latin(`20 0 obj\n<</Type /ObjStm /N ${objects.length} /First ${first.length} ${filter}/Length ${body.length}>>\nstream\n`), // prettier-ignore
    body,
    latin('\nendstream\nendobj\n'),
    latin(`21 0 obj\n<</Type /XRef /Size 22 /Root 1 0 R ${xref}/Length 0>>\nstream\n\nendstream\nendobj\nstartxref\n9\n%%EOF\n`), // prettier-ignore
  ])
}
const small = [
  '<</Type /Catalog /Pages 2 0 R>>',
  '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [<</Subtype /Link /A <</S /URI /URI (https://example.com)>>>>]>>',
]

test.each<[string, () => Buffer]>([
  ['one page', () => makePdf()],
  ['a hundred pages', () => makePdf({ pages: 100 })],
  ['a link to a page of the web, in packed objects', () => packed(small)],
  ['objects in a stream that is not packed', () => packed(small, { isPlain: true })],
  ['a place where it opens', () => makePdf({ catalog: '/OpenAction [3 0 R /Fit]' })],
  ['forms that were filled in', () => makePdf({ catalog: '/AcroForm <</Fields [5 0 R]>>' })],
  ['words that only look like a script', () => makePdf({ catalog: '/Title (JavaScript /JS /Encrypt)' })],
  ['blanks behind its end', () => Buffer.concat([makePdf(), latin('\r\n\r\n')])],
  ['a text in it that is the head of an archive', () => makePdf({ catalog: '/X (PK\u0005\u0006)' })],
])('taken: %s', (_name, make) => expect(inspectPdf(make())).toBeUndefined()) // prettier-ignore

test.each<[string, () => Buffer, string]>([
  ['a script in packed objects', () => packed([...small, '<</S /JavaScript /JS (x)>>']), 'active-content'],
  ['a program to launch in packed objects', () => packed([...small, '<</S /Launch>>']), 'active-content'],
  ['a form of its own language', () => makePdf({ catalog: '/AcroForm <</XFA [1 0 R]>>' }), 'active-content'],
  ['films and sounds', () => packed([...small, '<</RichMedia <<>>>>']), 'active-content'],
  ['data that it sends', () => packed([...small, '<</S /SubmitForm /F (http://x)>>']), 'active-content'],
  ['a stream that stands in another file', () => packed([...small, '<</Length 1 /F (x)>>']), 'active-content'],
  ['a password in the list of its references', () => packed(small, { xref: '/Encrypt 9 0 R ' }), 'encrypted'],
  ['101 pages', () => makePdf({ pages: 101 }), 'too-many-pages'],
  ['no page', () => packed(small.slice(0, 1)), 'damaged'],
  ['brackets without end', () => latin(`%PDF-1.7\n1 0 obj\n${'['.repeat(5_000)}\nendobj\n%%EOF`), 'damaged'],
  ['a stream that unpacks to more than it may', () => {
    const bomb = deflateSync(Buffer.alloc(20_000_000))
    return Buffer.concat([latin(`%PDF-1.7\n1 0 obj\n<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length}>>\nstream\n`), bomb, latin('\nendstream\nendobj\n%%EOF')])
  }, 'damaged'],
  ['a page that is its own parent', () => packed([small[0] ?? '', '<</Type /Pages /Kids [2 0 R] /Count 1>>']), 'damaged'],
  ['something before it', () => Buffer.concat([latin('\n'), makePdf()]), 'no-pdf'],
])('refused: %s', (_name, make, fault) => expect(inspectPdf(make())).toBe(fault)) // prettier-ignore
