// Moves what was filmed, as attackers do: flat prints in space, bent and stretched ones. Heads that come nearer are
// rendered from one picture and the depth that the face mesh gives it.
import type { Pixels } from '#src/biometrics/engines/face/models.ts'

/** In pixels. */
export type Place = { readonly x: number; readonly y: number }
export type Warp = (at: Place) => Place

/** Where the face is; all measures are in its widths. */
export type Stage = { readonly middle: Place; readonly width: number }

/** `forward` says where each dot goes; it is found by steps where each comes from. */
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

/** Of the nearest edge where it is outside. */
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

export type Pose = {
  /** Degrees. */
  readonly yaw: number
  readonly pitch?: number
  readonly roll?: number
  /** So many times as near. */
  readonly near?: number
  /** In widths of the face. */
  readonly aside?: number
  /** Of a cylinder: in widths, one over its radius; about an axis so many degrees from upright. */
  readonly bend?: number
  readonly axis?: number
}

const distance = 3
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A print that is turned, bent and moved in space before the camera. */
export function movePrint({ middle, width }: Stage, pose: Pose): Warp {
  const { yaw, pitch = 0, roll = 0, near = 1, aside = 0 } = pose
  const turn = turning(yaw, pitch, roll)
  return ({ x, y }) => {
    const [right, down] = [(x - middle.x) / width, (y - middle.y) / width]
    const bent = bendAt(pose, right, down)
    const [there, below, nearer] = turn(bent)
    const scale = (distance / (distance / near - nearer)) * width
    return { x: middle.x + aside * width + there * scale, y: middle.y + below * scale }
  }
}

type Point = readonly [right: number, down: number, near: number]

function turning(yaw: number, pitch: number, roll: number): (point: Point) => Point {
  const [sy, cy] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))]
  const [sp, cp] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))]
  const [sr, cr] = [Math.sin(radians(roll)), Math.cos(radians(roll))]
  return ([x, y, z]) => {
    const [x1, z1] = [x * cy + z * sy, z * cy - x * sy]
    const [y2, z2] = [y * cp + z1 * sp, z1 * cp - y * sp]
    return [x1 * cr - y2 * sr, x1 * sr + y2 * cr, z2]
  }
}

function bendAt({ bend = 0, axis = 0 }: Pose, right: number, down: number): Point {
  if (bend === 0) return [right, down, 0]
  const [sin, cos] = [Math.sin(radians(axis)), Math.cos(radians(axis))]
  const [across, along] = [right * cos + down * sin, down * cos - right * sin]
  const angle = Math.max(-1.3, Math.min(1.3, across * bend))
  const bent = Math.sin(angle) / bend
  return [bent * cos - along * sin, bent * sin + along * cos, (Math.cos(angle) - 1) / bend]
}

/** The halves beside the nose wider and narrower; `isSmooth`: without an edge between them. */
export function stretchHalves({ middle, width }: Stage, share: number, isSmooth: boolean): Warp {
  return ({ x, y }) => {
    const off = (x - middle.x) / width
    const times = isSmooth ? 1 + (share - 1) * Math.tanh(-2 * off) : off < 0 ? share : 2 - share
    return { x: middle.x + off * times * width, y }
  }
}

/** Of a face: how near each dot is, in widths, and how surely it is of the head. */
export type Depth = (at: Place) => { readonly near: number; readonly head: number }

/** From the landmarks, the third of which is the depth, less of it nearer. */
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

/** A head that comes nearer before a wall that stays. */
export function approach({ middle }: Pick<Stage, 'middle'>, depth: Depth, near: number): Warp {
  return ({ x, y }) => {
    const { near: relief, head } = depth({ x, y })
    const flat = (distance - relief) / distance
    const scale = (distance / (distance / near - relief)) * flat
    const times = 1 + (scale - 1) * head
    return { x: middle.x + (x - middle.x) * times, y: middle.y + (y - middle.y) * times }
  }
}
