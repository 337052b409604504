// Lays a drawn card on a table and photographs it: from aside, tilted, far, blurred, in bad light.
import sharp from 'sharp'
import {
  apply,
  type Homography,
  invert,
  type Point,
  type Quad,
  squareTo,
} from '../../../src/biometrics/engines/document/card/homography.ts'

export const tables = ['wood', 'cloth', 'bright', 'keys', 'newspaper'] as const
export type Table = (typeof tables)[number]

export type Scene = {
  readonly table: Table
  readonly width: number
  readonly height: number
  /** Of the picture's area. */
  readonly share: number
  /** Degrees clockwise. */
  readonly tilt?: number
  /** Degrees by which the card is turned away: about its upright axis, and about its level one. */
  readonly slant?: readonly [number, number]
  readonly blur?: number
  readonly noise?: number
  readonly glare?: boolean
  readonly brightness?: number
  readonly quality?: number
}

/** Always the same, so that two runs can be compared. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 12_345
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number }

export async function photograph(card: Buffer, scene: Scene, seed: number): Promise<Buffer> {
  const random = randomFrom(seed)
  const { data, info } = await sharp(card).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const table = await drawTable(scene, random)
  const quad = placeCard(scene, info.width / info.height)
  lay({ data, width: info.width, height: info.height }, table, invert(squareTo(quad)))
  return finish(table, scene, quad, random)
}

/** Where the corners of the card are seen: a camera stands two and a half widths above. */
function placeCard(scene: Scene, ratio: number): Quad {
  const { width, height, share, tilt = 0, slant: [yaw, pitch] = [0, 0] } = scene
  const down = Math.sqrt((share * width * height) / ratio)
  const across = down * ratio
  const [cy, sy, cp, sp] = [yaw, pitch].flatMap((angle) => [cos(angle), sin(angle)]) as [
    number, number, number, number,
  ] // prettier-ignore
  const corner = (u: number, v: number): Point => {
    const [x, y] = [u * across, v * down]
    const [x1, z1] = [x * cy, x * sy]
    const [y2, z2] = [y * cp - z1 * sp, y * sp + z1 * cp]
    const scale = (2.5 * across) / (2.5 * across + z2)
    const [right, below] = [x1 * scale, y2 * scale]
    return {
      x: width / 2 + right * cos(tilt) - below * sin(tilt),
      y: height / 2 + right * sin(tilt) + below * cos(tilt),
    }
  }
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)]
}

const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180)

function lay(card: Pixels, table: Pixels, toSquare: Homography): void {
  const { data, width, height } = table
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      // Four looks for each dot, as the sensor of a camera has a size.
      const colour = [0, 0, 0]
      let covered = 0
      for (const [right, down] of [[-0.25, -0.25], [0.25, -0.25], [-0.25, 0.25], [0.25, 0.25]] as const) {
        const { x: u, y: v } = apply(toSquare, { x: x + right, y: y + down })
        if (u < 0 || v < 0 || u >= 1 || v >= 1) continue
        const from = (Math.floor(v * card.height) * card.width + Math.floor(u * card.width)) * 4
        const alpha = (card.data[from + 3] ?? 0) / 255
        covered += alpha / 4
        for (let one = 0; one < 3; one++)
          colour[one] = (colour[one] ?? 0) + ((card.data[from + one] ?? 0) * alpha) / 4
      } // prettier-ignore
      if (covered === 0) continue
      for (let one = 0; one < 3; one++)
        data[at + one] = Math.round((data[at + one] ?? 0) * (1 - covered) + (colour[one] ?? 0))
    }
}

async function drawTable({ table, width, height }: Scene, random: () => number): Promise<Pixels> {
  const shapes: Record<Table, () => string> = {
    wood: () =>
      `<rect width="100%" height="100%" fill="#7a5230"/>${strokes(90, () => `<path d="M0 ${random() * height} q ${width / 2} ${40 * random() - 20} ${width} ${30 * random() - 15}" stroke="#${random() < 0.5 ? '5f3f24' : '8d6540'}" stroke-width="${1 + 5 * random()}" fill="none"/>`)}`,
    cloth: () =>
      `<rect width="100%" height="100%" fill="#2d3550"/>${strokes(70, () => `<rect x="${random() * width}" width="2" height="100%" fill="#3a4468"/>`)}`,
    bright: () => `<rect width="100%" height="100%" fill="#d9d4cb"/>`,
    keys: () =>
      `<rect width="100%" height="100%" fill="#3b3b3f"/>${Array.from({ length: 150 }, (_, at) => `<rect x="${(at % 15) * (width / 15) + 5}" y="${Math.floor(at / 15) * (height / 10) + 5}" width="${width / 15 - 10}" height="${height / 10 - 10}" rx="6" fill="#18181a"/>`).join('')}`,
    newspaper: () =>
      `<rect width="100%" height="100%" fill="#cfcac0"/>${Array.from({ length: 40 }, (_, at) => `<text x="${(at % 2) * (width / 2) + 12}" y="${Math.floor(at / 2) * (height / 20) + 20}" font-size="${height / 38}" font-family="DejaVu Serif" fill="#555">lorem ipsum dolor sit amet consectetur</text>`).join('')}`,
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes[table]()}</svg>`
  const { data } = await sharp(Buffer.from(svg), { density: 72 })
    .resize(width, height)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width, height }
}

const strokes = (count: number, make: () => string) => Array.from({ length: count }, make).join('')

function finish(
  { data, width, height }: Pixels,
  { blur, noise = 3, glare, brightness, quality = 85 }: Scene,
  [a, , c]: Quad,
  random: () => number,
): Promise<Buffer> {
  const spot = { x: (a.x + 2 * c.x) / 3, y: (2 * a.y + c.y) / 3, reach: width / 9 }
  for (let at = 0; at < data.length; at++) {
    const pixel = Math.floor(at / 3)
    const off = Math.hypot((pixel % width) - spot.x, Math.floor(pixel / width) - spot.y)
    const shine = glare ? 150 * Math.exp(-((off / spot.reach) ** 2)) : 0
    const grain = (random() + random() - 1) * 2 * noise
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * (brightness ?? 1) + shine + grain))
  }
  const taken = sharp(data, { raw: { width, height, channels: 3 } })
  return (blur ? taken.blur(blur) : taken).jpeg({ quality }).toBuffer()
}
