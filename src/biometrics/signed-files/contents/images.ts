// Extracts images of a PDF as files: JPEG unchanged, pixels as PNG; other encodings are left out.
import { inflateSync } from 'node:zlib'
import type { PdfObject, PdfObjects } from './objects.ts'
import { toPng } from './png.ts'
import { isDictionary, isName, type PdfValue } from './values.ts'

const sideMin = 200
const pixelsMax = 16_000_000
const unpackedMax = 64_000_000

/** Undefined for an image that is too small to be read, too large, or of another kind. */
export function readImage(objects: PdfObjects, { value, stream }: PdfObject): Buffer | undefined {
  if (!stream || !isDictionary(value)) return undefined
  const numberOf = (key: string) => {
    const held = objects.find(value.get(key))?.value
    return typeof held === 'number' ? held : 0
  }
  const [width, height, bits] = [
    numberOf('Width'),
    numberOf('Height'),
    numberOf('BitsPerComponent'),
  ]
  if (Math.min(width, height) < sideMin || width * height > pixelsMax) return undefined
  const filters = listOf(objects, value.get('Filter')).map((one) =>
    isName(one?.value) ? one.value.name : '',
  )
  if (filters.join() === 'DCTDecode') return stream
  if (filters.join() === 'FlateDecode,DCTDecode')
    return inflateSync(stream, { maxOutputLength: unpackedMax })
  const colours = coloursOf(objects, value.get('ColorSpace'))
  if (filters.join() !== 'FlateDecode' || !isDepth(bits) || !colours) return undefined
  const [parameters] = listOf(objects, value.get('DecodeParms'))
  const predictor = isDictionary(parameters?.value) ? (parameters.value.get('Predictor') ?? 1) : 1
  if (typeof predictor !== 'number' || predictor === 2) return undefined
  return toPng({ width, height, bits, ...colours, packed: stream, isFiltered: predictor >= 10 })
}

const isDepth = (bits: number): bits is 1 | 2 | 4 | 8 => [1, 2, 4, 8].includes(bits)

/** Reads a list; a PDF may write a single item without a list. */
function listOf({ find }: PdfObjects, value: PdfValue | undefined): (PdfObject | undefined)[] {
  const held = find(value)
  return Array.isArray(held?.value) ? held.value.map(find) : held ? [held] : []
}

type Colours = { readonly components: 1 | 3; readonly palette?: Buffer }

function coloursOf(objects: PdfObjects, value: PdfValue | undefined): Colours | undefined {
  const [first, second, , table] = listOf(objects, value)
  const name = isName(first?.value) ? first.value.name : ''
  if (name === 'DeviceGray' || name === 'CalGray') return { components: 1 }
  if (name === 'DeviceRGB' || name === 'CalRGB') return { components: 3 }
  const count = isDictionary(second?.value) ? second.value.get('N') : undefined
  if (name === 'ICCBased' && (count === 1 || count === 3)) return { components: count }
  if (name !== 'Indexed' || coloursOf(objects, second?.value)?.components !== 3) return undefined
  const palette = table && paletteOf(table)
  return palette && { components: 1, palette }
}

const coloursMax = 256

/** The bytes of a palette in a stream; one that is written as a string has escapes, and is left out. */
function paletteOf({ value, stream }: PdfObject): Buffer | undefined {
  if (!stream || !isDictionary(value)) return undefined
  const isPacked = value.has('Filter')
  const colours = isPacked ? inflateSync(stream, { maxOutputLength: 3 * coloursMax }) : stream
  const isWhole = colours.length % 3 === 0 && colours.length <= 3 * coloursMax
  return isWhole ? colours : undefined
}
