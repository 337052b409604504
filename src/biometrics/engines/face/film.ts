// Analyses several pictures of one call in the order in which they were taken, comparing each with the earlier ones.
import type { Face } from '../port.ts'
import type { Looked } from './analyse.ts'
import { mirrored, type Print, printOf, unexplained } from './flat.ts'
import type { Pixels } from './models.ts'

/** Two frames are compared only if the heads' directions differ by at least this angle. */
const turnedDegrees = 5
/** A face that is larger or smaller by more than this factor has come nearer or moved away. */
const nearer = 1.25
const thumbnailSide = 32

type Frame = {
  readonly thumbnail: Float32Array | undefined
  readonly face: Face | undefined
  readonly print: Print | undefined
}

export type Film = { add(looked: Looked): Face[] }

export function openFilm(): Film {
  const frames: Frame[] = []
  return {
    add(looked) {
      const frame = toFrame(looked)
      const [face, ...others] = looked.faces
      const added = face && { ...face, ...compareFrame(frame, frames) }
      frames.push(frame)
      return added ? [added, ...others] : []
    },
  }
}

function compareFrame(
  frame: Frame,
  earlier: readonly Frame[],
): Pick<Face, 'unexplained' | 'mirrored' | 'change' | 'step'> {
  const [first] = earlier
  const changes = beforeMoving(frame, earlier).flatMap((one) => differenceOf(one, frame) ?? [])
  const step = differenceOf(earlier.at(-1), frame)
  const isMoved = first?.print && frame.print && hasMoved(first, frame)
  return {
    ...(changes.length > 0 && { change: Math.min(...changes) }),
    ...(step !== undefined && { step }),
    ...(isMoved && {
      unexplained: unexplained(first.print, frame.print),
      mirrored: mirrored(first.print, frame.print),
    }),
  }
}

/**
 * The earlier frames that a movement of the head separates from this one, because a still head is filmed in many
 * similar frames.
 */
function beforeMoving(frame: Frame, earlier: readonly Frame[]): readonly Frame[] {
  const last = earlier.findLastIndex((one) => hasMoved(one, frame))
  return earlier.slice(0, Math.max(0, last))
}

/** Whether the head has turned, come nearer or moved away between the two frames. */
function hasMoved({ face: one }: Frame, { face: other }: Frame): boolean {
  if (!one || !other) return false
  const times = one.pixels / Math.max(1, other.pixels)
  return Math.abs(one.yaw - other.yaw) > turnedDegrees || times > nearer || times < 1 / nearer
}

function differenceOf(one: Frame | undefined, other: Frame): number | undefined {
  if (!one?.thumbnail || !other.thumbnail) return undefined
  return meanDifference(one.thumbnail, other.thumbnail)
}

function toFrame({ faces: [face], pixels }: Looked): Frame {
  if (!pixels) return { thumbnail: undefined, face: undefined, print: undefined }
  const thumbnail = shrink(pixels)
  if (!face) return { thumbnail, face: undefined, print: undefined }
  const [x, y, width, height] = face.box
  const box = [
    x * pixels.width,
    y * pixels.height,
    width * pixels.width,
    height * pixels.height,
  ] as const
  return { thumbnail, face, print: printOf(pixels, { box, roll: face.roll }) }
}

/** In grey and relative to the mean, so that more light makes no other picture. */
function shrink({ data, width, height }: Pixels): Float32Array {
  const sums = new Float32Array(thumbnailSide ** 2)
  const counts = new Float32Array(thumbnailSide ** 2)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const row = Math.floor((y * thumbnailSide) / height)
      const cell = row * thumbnailSide + Math.floor((x * thumbnailSide) / width)
      const grey = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
      sums[cell] = (sums[cell] ?? 0) + grey
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  const cells = sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 0))
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  return cells.map((value) => value - mean)
}

const meanDifference = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
