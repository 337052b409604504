// Writes the pixels of a PDF as a PNG: both compress them in the same way (RFC 2083), so they are wrapped without
// decoding, and the decoder of strangers' pictures decodes these too.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export type Pixels = {
  readonly width: number
  readonly height: number
  readonly bits: 1 | 2 | 4 | 8
  /** Components of a pixel; 1 with a palette. */
  readonly components: 1 | 3
  /** RGB, three bytes for each colour. */
  readonly palette?: Buffer
  /** Compressed with zlib. */
  readonly packed: Buffer
  /** Whether each row already begins with its filter number, as PNG demands. */
  readonly isFiltered: boolean
}

const unpackedMax = 64_000_000
const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Throws an Error if the data has another number of pixels than stated. */
export function toPng({ width, height, bits, components, palette, ...pixels }: Pixels): Buffer {
  const shape = Buffer.alloc(13)
  shape.writeUInt32BE(width, 0)
  shape.writeUInt32BE(height, 4)
  shape[8] = bits
  shape[9] = palette ? 3 : components === 3 ? 2 : 0
  const row = Math.ceil((width * bits * components) / 8)
  const packed = pixels.isFiltered ? pixels.packed : withFilters(pixels.packed, row, height)
  return Buffer.concat([
    head,
    chunk('IHDR', shape),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Begins each row with the number 0, which means that the row has no filter. */
function withFilters(packed: Buffer, row: number, height: number): Buffer {
  const plain = inflateSync(packed, { maxOutputLength: unpackedMax })
  if (plain.length < row * height) throw new Error('too few pixels')
  const rows = Buffer.alloc((row + 1) * height)
  for (let at = 0; at < height; at += 1)
    plain.copy(rows, at * (row + 1) + 1, at * row, (at + 1) * row)
  return deflateSync(rows, { level: 1 })
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(bytes.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
