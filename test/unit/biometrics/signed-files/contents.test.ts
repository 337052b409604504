// What is taken out of a file once its signature was checked: its pictures, and nothing that runs, loads or draws.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readContents } from '#src/biometrics/signed-files/contents/read.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { makePdf } from '#test/support/biometrics/signed-pdf.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const [width, height] = [320, 240]
const jpeg = await drawImage(3, { width, height })
const { data: pixels } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
const rows = (filter: number, bytes: Buffer, row: number) =>
  Buffer.concat(
    Array.from({ length: height }, (_, at) =>
      Buffer.concat([Buffer.of(filter), bytes.subarray(at * row, (at + 1) * row)]),
    ),
  )
const indexed = Buffer.alloc(width * height, 1)
const palette = Buffer.from([0, 0, 0, 10, 200, 30])

type Stream = { readonly dictionary: string; readonly bytes: Buffer }

/** A page with one image, and whatever else is said. */
function fileOf(image: Stream, more: readonly (string | Stream)[] = [], catalog = ''): Buffer {
  const objects = [
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1 /Resources <</XObject <</Im0 4 0 R>>>>>>',
    '<</Type /Page /Parent 2 0 R>>',
    image,
    ...more,
  ]
  const written = objects.map((one, at) => {
    const [dictionary, bytes] =
      typeof one === 'string'
        ? [one]
        : [one.dictionary.replace('LENGTH', String(one.bytes.length)), one.bytes]
    const stream = bytes ? [Buffer.from('\nstream\n'), bytes, Buffer.from('\nendstream')] : []
    return Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n${dictionary}`),
      ...stream,
      Buffer.from('\nendobj\n'),
    ])
  })
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...written, Buffer.from('%%EOF\n')])
}

const imageOf = (more: string, bytes: Buffer): Stream => ({
  dictionary: `<</Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${more} /Length LENGTH>>`,
  bytes,
})
const good = imageOf('/ColorSpace /DeviceRGB /Filter /DCTDecode', jpeg)

async function seen(pdf: Buffer): Promise<unknown> {
  const read = readContents(pdf)
  if ('reason' in read) return read.reason
  const opened = await Promise.all(
    read.images.map((one) => sharp(one).removeAlpha().toColourspace('srgb').raw().toBuffer()),
  )
  return opened.map((one) => [...one.subarray(0, 3)])
}
const first = [...pixels.subarray(0, 3)]

describe('pictures are taken as they lie in the file', () => {
  test.each<[string, Stream, readonly Stream[], readonly number[]]>([
    ['a JPEG', good, [], first],
    ['a packed JPEG', imageOf('/Filter [/FlateDecode /DCTDecode]', deflateSync(jpeg)), [], first],
    [
      'pixels',
      imageOf('/ColorSpace /DeviceRGB /Filter /FlateDecode', deflateSync(pixels)),
      [],
      first,
    ],
    [
      'pixels that are filtered by row',
      imageOf(
        '/ColorSpace /DeviceRGB /Filter /FlateDecode /DecodeParms <</Predictor 15 /Colors 3 /Columns 320>>',
        deflateSync(rows(0, pixels, width * 3)),
      ),
      [],
      first,
    ],
    [
      'pixels by their profile',
      imageOf('/ColorSpace [/ICCBased 5 0 R] /Filter [/FlateDecode]', deflateSync(pixels)),
      [{ dictionary: '<</N 3 /Length LENGTH>>', bytes: Buffer.alloc(8) }],
      first,
    ],
    [
      'greys',
      imageOf(
        '/ColorSpace /DeviceGray /Filter /FlateDecode',
        deflateSync(Buffer.alloc(width * height, 77)),
      ),
      [],
      [77, 77, 77],
    ],
    [
      'colours of a palette',
      imageOf(
        '/ColorSpace [/Indexed /DeviceRGB 1 5 0 R] /Filter /FlateDecode',
        deflateSync(indexed),
      ),
      [{ dictionary: '<</Length LENGTH>>', bytes: palette }],
      [10, 200, 30],
    ],
  ])('%s', async (_, image, more, colour) => {
    expect(await seen(fileOf(image, more))).toEqual([colour])
  })

  test('in an object stream, and in a form on the page', async () => {
    const members = '5 0 6 40 '
    const text = `${members}${'<</Type /Catalog /Pages 6 0 R>>'.padEnd(40)}<</Type /Pages /Kids [7 0 R]>>`
    const packed = deflateSync(Buffer.from(text))
    const stream = {
      dictionary: `<</Type /ObjStm /N 2 /First ${members.length} /Filter /FlateDecode /Length LENGTH>>`,
      bytes: packed,
    }
    const page = '<</Type /Page /Resources <</XObject <</Fm0 8 0 R>>>>>>'
    const form = {
      dictionary: '<</Subtype /Form /Resources <</XObject <</Im0 4 0 R>>>> /Length LENGTH>>',
      bytes: Buffer.from('/Im0 Do'),
    }
    const file = fileOf(good, ['null', 'null', page, form, stream])
    expect(await seen(file)).toEqual([first])
  })

  test('at most four, none that is too small to be read', async () => {
    const one = { bytes: jpeg, width, height }
    const many = readContents(makePdf({ pictures: Array.from({ length: 6 }, () => one) }))
    expect('images' in many && many.images.length).toBe(4)
    expect(await seen(makePdf({ pictures: [{ ...one, width: 60, height: 40 }] }))).toBe(
      'no-pictures',
    )
  })
})

describe('what runs, loads or hides something is refused, however it is written', () => {
  test.each<[string, string, readonly (string | Stream)[]]>([
    ['a script', '/OpenAction <</S /JavaScript /JS (x)>>', []],
    ['a script in other letters', '/OpenAction <</S /J#61vaScript>>', []],
    ['a program', '/OpenAction <</S /Launch /F (x)>>', []],
    ['a form of another kind', '/AcroForm <</XFA 5 0 R>>', ['null']],
    ['a file in the file', '/Names <</EmbeddedFiles <<>>>>', []],
    ['another file', '/OpenAction <</S /GoToR /F (x.pdf)>>', []],
    [
      'a stream that stands elsewhere',
      '',
      [{ dictionary: '<</F (http://example.test/a) /Length LENGTH>>', bytes: Buffer.from('x') }],
    ],
    [
      'a script in an object stream',
      '',
      [
        {
          dictionary: '<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length LENGTH>>',
          bytes: deflateSync(Buffer.from('9 0 <</S /JavaScript>>')),
        },
      ],
    ],
  ])('%s', async (_, catalog, more) => {
    expect(await seen(fileOf(good, more, catalog))).toBe('active-content')
  })

  test('more than twenty pages', async () => {
    const pictures = [{ bytes: jpeg, width, height }]
    expect(await seen(makePdf({ pages: 20, pictures }))).toEqual([first])
    expect(await seen(makePdf({ pages: 21, pictures }))).toBe('too-many-pages')
    expect(await seen(makePdf({ pages: 400, pictures }))).toBe('too-many-pages')
  })
})

describe('a file that is made to break a reader holds no pictures, and takes no second', () => {
  const bomb = deflateSync(Buffer.alloc(100_000_000))
  test.each<[string, Buffer]>([
    ['nested without end', fileOf(good, [`${'['.repeat(100_000)}`])],
    ['dictionaries without end', fileOf(good, ['<</A '.repeat(50_000)])],
    ['a text without end', fileOf(good, [`(${'('.repeat(1_000_000)}`])],
    [
      'pages that are their own parents',
      Buffer.from(
        '%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type /Pages /Kids [2 0 R 2 0 R] /Parent 2 0 R>>\nendobj\n',
      ),
    ],
    [
      'a reference to itself',
      Buffer.from(
        '%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n2 0 R\nendobj\n',
      ),
    ],
    [
      'a stream of a hundred megabytes',
      fileOf(imageOf('/ColorSpace /DeviceRGB /Filter /FlateDecode', bomb)),
    ],
    [
      'an object stream of as many',
      fileOf(good, [{ dictionary: '<</Type /ObjStm /N 1 /First 4 /Length LENGTH>>', bytes: bomb }]),
    ],
    [
      'fewer pixels than it says',
      fileOf(imageOf('/ColorSpace /DeviceRGB /Filter /FlateDecode', deflateSync(Buffer.alloc(9)))),
    ],
    ['an empty file', Buffer.from('%PDF-1.7\n%%EOF\n')],
    ['noise', Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7_919) % 251))],
  ])('%s', async (_, pdf) => {
    const spent = await processorMs(async () => expect(await seen(pdf)).toBe('no-pictures'))
    expect(spent).toBeLessThan(1_000)
  })
})
