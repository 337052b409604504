// Several pictures of one call, as they were taken one after the other: each is also held against those before it.
import type { Picture } from '../open-image.ts'
import type { Face } from '../port.ts'
import { type Looked, lookAt } from './analyse.ts'
import { type Print, printOf, unexplained } from './flat.ts'
import type { FaceModels, Pixels } from './models.ts'

/** Heads that point less far apart are not compared. */
const turnedDegrees = 5
const thumbnailSide = 32

type Frame = {
  readonly thumbnail: Float32Array | undefined
  readonly face: Face | undefined
  readonly print: Print | undefined
}

export type Film = { add(picture: Picture): Promise<Face[]> }

export function openFilm(models: FaceModels): Film {
  const frames: Frame[] = []
  return {
    async add(picture) {
      const looked = await lookAt(models, picture)
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
): Pick<Face, 'unexplained' | 'change'> {
  const [first] = earlier
  const changes = earlier.flatMap(({ thumbnail }) =>
    thumbnail && frame.thumbnail ? meanDifference(thumbnail, frame.thumbnail) : [],
  )
  const apart = Math.abs((frame.face?.yaw ?? 0) - (first?.face?.yaw ?? 0))
  const isTurned = first?.print && frame.print && apart > turnedDegrees
  return {
    ...(changes.length > 0 && { change: Math.min(...changes) }),
    ...(isTurned && { unexplained: unexplained(first.print, frame.print) }),
  }
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

/** In grey, about its mean: more light is no other picture. */
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
