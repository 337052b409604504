// Renders heads that come nearer from one picture and the depth of its face mesh.
import { findFaces } from '#src/biometrics/engines/face/analyse.ts'
import type { FaceModels, Pixels } from '#src/biometrics/engines/face/models.ts'
import { toPixels } from '#src/biometrics/engines/face/pixels.ts'
import { openImage } from '#src/biometrics/engines/open-image.ts'

/** In pixels. */
export type Place = { readonly x: number; readonly y: number }
export type Warp = (at: Place) => Place

/** The position of the face; all other measures are in widths of the face. */
export type Stage = { readonly middle: Place; readonly width: number }
export type Shot = { readonly pixels: Pixels; readonly yaw: number; readonly stage: Stage }
export type Still = Shot & { readonly mesh: readonly (readonly number[])[] }

/** The picture scaled to `size` pixels, and the models’ landmarks of the face in it. */
export async function lookAt(models: FaceModels, picture: Buffer, size: number): Promise<Still> {
  const pixels = await toPixels(await openImage(picture), size)
  // Safe because landmarks are always present when the mesh is enabled.
  const [face] = (await findFaces(models, pixels)) as (
    | (Awaited<ReturnType<typeof findFaces>>[number] & { readonly mesh: number[][] })
    | undefined
  )[]
  if (!face) throw new Error('no face in a picture of the test data')
  const [x, y, width, height] = face.box
  const yaw = ((face.rotation?.angle.yaw ?? 0) * 180) / Math.PI
  const stage = { middle: { x: x + width / 2, y: y + height / 2 }, width }
  return { pixels, yaw, mesh: face.mesh, stage }
}

/** `forward` maps each source pixel to its target; the inverse is found by iteration. */
export function warp({ data, width, height }: Pixels, forward: Warp): Pixels {
  const out = new Uint8Array(data.length)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      let from: Place = { x, y }
      for (let step = 0; step < 12; step++) {
        const there = forward(from)
        from = { x: from.x + 0.7 * (x - there.x), y: from.y + 0.7 * (y - there.y) }
      }
      sample({ data, width, height }, from, out, at)
    }
  return { data: out, width, height }
}

/** Outside the picture the nearest edge pixel is used. */
function sample(
  { data, width, height }: Pixels,
  { x, y }: Place,
  out: Uint8Array,
  to: number,
): void {
  const [u, v] = [clamp(x, width), clamp(y, height)]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [across, down] = [u - left, v - top]
  const at = (top * width + left) * 3
  for (let colour = 0; colour < 3; colour++) {
    const value = (from: number) => data[from + colour] ?? 0
    const upper = value(at) * (1 - across) + value(at + 3) * across
    const lower = value(at + 3 * width) * (1 - across) + value(at + 3 * width + 3) * across
    out[to + colour] = Math.round(upper * (1 - down) + lower * down)
  }
}

const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1.001, value))

/** The distance from the camera to the face, in widths of the face. */
const distance = 3

/** For each point of a face: how near it is, in widths, and how certainly it belongs to the head. */
export type Depth = (at: Place) => { readonly near: number; readonly head: number }

/** Computed from the landmarks, whose third coordinate is the depth, smaller when nearer. */
export function depthOf({ middle, width }: Stage, mesh: readonly (readonly number[])[]): Depth {
  const size = 64
  const cells = Array.from({ length: size * size }, (_, at) => {
    const x = middle.x + ((at % size) / (size / 2) - 1) * width
    const y = middle.y + (Math.floor(at / size) / (size / 2) - 1) * width
    let [sum, weights, nearest] = [0, 0, Infinity]
    for (const [u = 0, v = 0, z = 0] of mesh) {
      const square = ((u - x) ** 2 + (v - y) ** 2) / width ** 2
      nearest = Math.min(nearest, square)
      const weight = 1 / (square + 0.001) ** 1.5
      sum += (weight * -z) / width
      weights += weight
    }
    const off = Math.sqrt(nearest)
    const head = Math.max(0, Math.min(1, 1 - (off - 0.12) / 0.25))
    return { near: sum / weights - 0.9 * off * off, head }
  })
  return ({ x, y }) => {
    const column = Math.round(((x - middle.x) / width + 1) * (size / 2))
    const row = Math.round(((y - middle.y) / width + 1) * (size / 2))
    const inside = column >= 0 && row >= 0 && column < size && row < size
    return (inside && cells[row * size + column]) || { near: 0, head: 0 }
  }
}

/** Maps the points of a head that comes nearer in front of a fixed background. */
export function approach({ middle }: Pick<Stage, 'middle'>, depth: Depth, near: number): Warp {
  return ({ x, y }) => {
    const { near: relief, head } = depth({ x, y })
    const flat = (distance - relief) / distance
    const scale = (distance / (distance / near - relief)) * flat
    const times = 1 + (scale - 1) * head
    return { x: middle.x + (x - middle.x) * times, y: middle.y + (y - middle.y) * times }
  }
}
