// Finds the holder's portrait on a document: a small face in a large picture full of other shapes.
import type { Portrait, Rotation } from '../port.ts'
import type { Picture } from '../open-image.ts'
import { toFractions } from './analyse.ts'
import type { DescribedFace, FoundFace } from './libraries.ts'
import type { FaceModels, Pixels } from './models.ts'
import { toPixels } from './pixels.ts'

const side = 1280
/** Smaller ones miss portraits, and take patterns for faces. */
const inputSize = 608
/** Of the second pass: a pattern that is taken for a face at one size is not at another. */
const secondInputSize = 512
const scoreThreshold = 0.35
/** A face that lies on its side is found as well, but never so surely. */
const sureScore = 0.6
const rotations: readonly Rotation[] = [0, 90, 270, 180]

/** Undefined: no portrait in any of the rotations that were asked for. */
export async function findPortrait(
  models: FaceModels,
  picture: Picture,
  rotation?: Rotation,
): Promise<Portrait | undefined> {
  const upright = await findAt(models, picture, rotation ?? 0)
  if (rotation !== undefined || (upright && upright.score >= sureScore)) return upright
  const best = await findUprightRotation(models, picture)
  return best === undefined || best === 0 ? upright : findAt(models, picture, best)
}

/** The rotation in which the portrait is most surely a face; undefined: there is none in any. */
export async function findUprightRotation(
  models: FaceModels,
  picture: Picture,
): Promise<Rotation | undefined> {
  let best: { rotation: Rotation; score: number } | undefined
  for (const rotation of rotations) {
    const pixels = await toPixels(picture, side, rotation)
    const [found] = await detect(models, pixels, inputSize)
    if (found && found.score > (best?.score ?? 0)) best = { rotation, score: found.score }
  }
  return best?.rotation
}

async function findAt(
  models: FaceModels,
  picture: Picture,
  rotation: Rotation,
): Promise<Portrait | undefined> {
  const pixels = await toPixels(picture, side, rotation)
  const found = await describe(models, pixels)
  if (!found) return undefined
  const { detection, descriptor } = found
  const again = await detect(models, pixels, secondInputSize)
  const { x, y, width, height } = detection.box
  return {
    box: toFractions([x, y, width, height], pixels),
    score: detection.score,
    embedding: descriptor,
    confirmed: again.some((one) => isSamePosition(one, detection)),
  }
}

async function describe(models: FaceModels, pixels: Pixels): Promise<DescribedFace | undefined> {
  const { faceApi, withTensor } = models
  const all = await withTensor(pixels, async (tensor) =>
    faceApi
      .detectAllFaces(tensor, optionsOf(models, inputSize))
      .withFaceLandmarks()
      .withFaceDescriptors(),
  )
  return all.toSorted((a, b) => b.detection.score - a.detection.score)[0]
}

/** The surest first. */
async function detect(models: FaceModels, pixels: Pixels, size: number): Promise<FoundFace[]> {
  const { faceApi, withTensor } = models
  const all = await withTensor(pixels, async (tensor) =>
    faceApi.detectAllFaces(tensor, optionsOf(models, size)),
  )
  return all.toSorted((a, b) => b.score - a.score)
}

const optionsOf = ({ faceApi }: FaceModels, size: number) =>
  new faceApi.TinyFaceDetectorOptions({ inputSize: size, scoreThreshold })

/** More than half of what both cover together is covered by both. */
function isSamePosition({ box: a }: FoundFace, { box: b }: FoundFace): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return false
  const shared = width * height
  return shared > (a.width * a.height + b.width * b.height - shared) / 2
}
