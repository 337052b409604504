// Analyses a selfie: its faces, their quality, and the embedding that comparisons use.
import type { Box, Face, Rotation } from '../port.ts'
import type { Picture } from '../open-image.ts'
import { embedLevel, scoreLevel } from './embed.ts'
import type { HumanFace } from './libraries.ts'
import type { FaceModels, Pixels } from './models.ts'
import { lightOf, toPixels } from './pixels.ts'

/** A larger picture only costs time, unless the face in it is small. */
const side = 640
const sideOfSmall = 1280
const smallPixels = 100
/** More than two are needed, because a face on its head is often taken for one on its side first. */
const rotationsMax = 4

/** Returns the largest face first. A picture that is rotated without a mark of it is turned upright. */
export const analyseFaces = async (models: FaceModels, picture: Picture): Promise<Face[]> =>
  (await lookAt(models, picture)).faces

export type Looked = { readonly faces: Face[]; readonly pixels: Pixels | undefined }

/** Returns also the upright pixels in which the faces were found; none when no rotation was upright. */
export async function lookAt(models: FaceModels, picture: Picture): Promise<Looked> {
  const upright = await turnUpright(models, picture)
  if (!upright) return { faces: [], pixels: undefined }
  const { rotation, pixels, found } = upright
  const isLarger = Math.max(picture.width, picture.height) > side
  if (isLarger && found.some(isSmall)) {
    const larger = await toPixels(picture, sideOfSmall, rotation)
    const foundLarger = await findFaces(models, larger)
    if (foundLarger.length >= found.length)
      return { faces: await describeAll(models, larger, foundLarger), pixels: larger }
  }
  return { faces: await describeAll(models, pixels, found), pixels }
}

type Upright = { readonly rotation: Rotation; readonly pixels: Pixels; readonly found: HumanFace[] }

/** Undefined when no rotation of the picture shows an upright face. */
async function turnUpright(models: FaceModels, picture: Picture): Promise<Upright | undefined> {
  let rotation: Rotation = 0
  for (let tried = 0; tried < rotationsMax; tried++) {
    const pixels = await toPixels(picture, side, rotation)
    const found = await findFaces(models, pixels)
    const more = await findRotation(models, pixels, found[0])
    if (more === 0) return { rotation, pixels, found }
    rotation = toRotation(-rotation - more)
  }
  return undefined
}

/** Faces of turned heads score almost as high upside down, so only a clearly higher score counts. */
const surerOnHead = 0.12

/**
 * Decides by the largest face. The mesh detector treats a face on its head as upright, so the other detector is asked.
 */
async function findRotation(
  models: FaceModels,
  pixels: Pixels,
  face: HumanFace | undefined,
): Promise<Rotation> {
  if (!face) return 0
  const roll = rollOf(face)
  const one = { box: face.box, roll }
  const [sure, sureOnHead] = await Promise.all([
    scoreLevel(models, pixels, one),
    scoreLevel(models, pixels, { ...one, roll: roll + 180 }),
  ])
  return toRotation(sureOnHead > sure + surerOnHead ? roll + 180 : roll)
}

/** The clockwise quarter turn that brings a face turned by `roll` degrees nearest to upright. */
export const toRotation = (roll: number): Rotation => {
  const quarters = ((Math.round(-roll / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarters] ?? 0
}

const rollOf = ({ rotation }: HumanFace): number => toDegrees(rotation?.angle.roll ?? 0)

const isSmall = ({ box }: HumanFace) => Math.max(box[2], box[3]) < smallPixels

export async function findFaces(
  { human, withTensor }: FaceModels,
  pixels: Pixels,
): Promise<HumanFace[]> {
  const { error, face } = await withTensor(pixels, (tensor) => human.detect(tensor))
  // The detector's message would not help, so it is dropped.
  if (error) throw new Error('the face detector has failed')
  return face.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
}

const areaOf = ([, , width, height]: Box) => width * height

async function describeAll(
  models: FaceModels,
  pixels: Pixels,
  found: readonly HumanFace[],
): Promise<Face[]> {
  const faces: Face[] = []
  for (const one of found) faces.push(await describe(models, pixels, one))
  return faces
}

async function describe(models: FaceModels, pixels: Pixels, found: HumanFace): Promise<Face> {
  const { box, faceScore, live, rotation } = found
  const { yaw = 0, pitch = 0 } = rotation?.angle ?? {}
  const roll = rollOf(found)
  const embedding = await embedLevel(models, pixels, { box, roll })
  return {
    box: toFractions(box, pixels),
    pixels: Math.round(Math.max(box[2], box[3])),
    faceScore,
    yaw: toDegrees(yaw),
    pitch: toDegrees(pitch),
    roll,
    light: lightOf(pixels, box),
    ...(live !== undefined && { live }),
    ...(embedding && { embedding }),
  }
}

export const toFractions = (
  [x, y, width, height]: Box,
  within: { readonly width: number; readonly height: number },
): Box => [x / within.width, y / within.height, width / within.width, height / within.height]

const toDegrees = (radians: number) => (radians * 180) / Math.PI
