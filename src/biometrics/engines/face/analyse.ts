// Analyses one selfie: its faces, their quality, and the embedding by which they are compared.
import type { Box, Face } from '../port.ts'
import type { Picture } from '../open-image.ts'
import type { DescribedFace, HumanFace } from './libraries.ts'
import type { FaceModels, Pixels } from './models.ts'
import { cropAround, toPixels } from './pixels.ts'

/** A larger picture only costs time, but where the face is small in it. */
const side = 640
const sideOfSmall = 1280
const smallPixels = 100
/** The crop in which the face is found again for its embedding; the best of all that were tried. */
const cropTimes = 2

/** The largest first. */
export async function analyseFaces(models: FaceModels, picture: Picture): Promise<Face[]> {
  const pixels = await toPixels(picture, side)
  const found = await detect(models, pixels)
  const isLarger = Math.max(picture.width, picture.height) > side
  if (!isLarger || !found.some(isSmall)) return describeAll(models, pixels, found)
  const larger = await toPixels(picture, sideOfSmall)
  const foundLarger = await detect(models, larger)
  return foundLarger.length < found.length
    ? describeAll(models, pixels, found)
    : describeAll(models, larger, foundLarger)
}

const isSmall = ({ box }: HumanFace) => Math.max(box[2], box[3]) < smallPixels

async function detect({ human, withTensor }: FaceModels, pixels: Pixels): Promise<HumanFace[]> {
  const { error, face } = await withTensor(pixels, (tensor) => human.detect(tensor))
  // Its message holds nothing of the picture, but neither does it help anybody.
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
  const embedding = await embed(models, cropAround(pixels, box, cropTimes))
  const { yaw = 0, pitch = 0, roll = 0 } = rotation?.angle ?? {}
  return {
    box: toFractions(box, pixels),
    pixels: Math.round(Math.max(box[2], box[3])),
    faceScore,
    yaw: toDegrees(yaw),
    pitch: toDegrees(pitch),
    roll: toDegrees(roll),
    ...(live !== undefined && { live }),
    ...(embedding && { embedding }),
  }
}

/** Of the face nearest to the middle of the crop. */
async function embed(
  { faceApi, withTensor }: FaceModels,
  crop: Pixels,
): Promise<Float32Array | undefined> {
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize: 160, scoreThreshold: 0.2 })
  const all = await withTensor(crop, async (tensor) =>
    faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors(),
  )
  const off = ({ detection: { box } }: DescribedFace) =>
    Math.hypot(box.x + (box.width - crop.width) / 2, box.y + (box.height - crop.height) / 2)
  return all.toSorted((a, b) => off(a) - off(b))[0]?.descriptor
}

export const toFractions = (
  [x, y, width, height]: Box,
  within: { readonly width: number; readonly height: number },
): Box => [x / within.width, y / within.height, width / within.width, height / within.height]

const toDegrees = (radians: number) => (radians * 180) / Math.PI
