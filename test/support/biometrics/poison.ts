// Pictures that take long to process: large ones full of text-like patterns, or far larger than their bytes suggest.
import sharp, { type Sharp } from 'sharp'

export type Poison = { readonly name: string; readonly bytes: Buffer }

const full = { width: 4_000, height: 3_000 }

/** Twelve megapixels of noise and of gravel, a page full of print, a strip, and forty megapixels in a few bytes. */
export async function drawPoison(size = full): Promise<Poison[]> {
  return [
    { name: 'grain', bytes: await grain(size).jpeg({ quality: 80 }).toBuffer() },
    { name: 'gravel', bytes: await (await gravel(size)).jpeg({ quality: 85 }).toBuffer() },
    { name: 'print', bytes: await print(size).jpeg({ quality: 80 }).toBuffer() },
    { name: 'strip', bytes: await plain(200, 12_000).jpeg().toBuffer() },
    { name: 'large', bytes: await plain(8_000, 5_000).webp({ quality: 1, effort: 0 }).toBuffer() },
  ]
}

type Size = typeof full

const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

function grain({ width, height }: Size): Sharp {
  const random = randomFrom(5)
  const data = Uint8Array.from({ length: width * height }, () => random() * 256)
  return sharp(data, { raw: { width, height, channels: 1 } })
}

/** A pattern of stones, eight pixels each. */
async function gravel({ width, height }: Size): Promise<Sharp> {
  const small = { width: Math.round(width / 8), height: Math.round(height / 8) }
  const stones = await grain(small).png().toBuffer()
  return sharp(stones).resize(width, height).linear(1.6, -70)
}

/** Rows of the smallest letters that are recognised. */
function print({ width, height }: Size): Sharp {
  const random = randomFrom(9)
  const letters = 'abcdefghijklmnopqrstuvwxyz ABCDE 0123456789'
  const letter = () => letters[Math.floor(random() * letters.length)] ?? ''
  const rows = Array.from({ length: Math.floor(height / 30) }, (_, row) => {
    const text = Array.from({ length: Math.ceil(width / 13) }, letter).join('')
    return `<text x="4" y="${row * 30 + 24}" font-size="25">${text}</text>`
  })
  const page = `<rect width="100%" height="100%" fill="white"/>${rows.join('')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${page}</svg>`
  return sharp(Buffer.from(svg))
}

/** A random generator with the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}
