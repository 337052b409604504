// Computes the embedding of a face. Its crop is levelled first and mirrored as well, because the model knows neither
// tilted heads nor that the two halves of a face are alike.
import type { Box } from '../port.ts'
import type { DescribedFace } from './libraries.ts'
import type { FaceModels, Pixels } from './models.ts'
import { cropAround, mirror } from './pixels.ts'

/** The size of the crop, in face sizes, in which the face is found again; the best of all that were tried. */
const cropTimes = 2
const inputSize = 160

/** `roll` is in degrees, clockwise as seen; undefined when the face is not found again in its crop. */
export async function embedLevel(
  models: FaceModels,
  pixels: Pixels,
  face: { readonly box: Box; readonly roll: number },
): Promise<Float32Array | undefined> {
  const crop = cropAround(pixels, face.box, cropTimes, face.roll)
  const seen = await embedCrop(models, crop)
  const mirrored = await embedCrop(models, mirror(crop))
  if (!seen || !mirrored) return seen ?? mirrored
  return seen.map((value, at) => (value + (mirrored[at] ?? 0)) / 2)
}

/** From 0 to 1, how surely the crop that was turned back by `roll` is an upright face. */
export async function scoreLevel(
  { faceApi, withTensor }: FaceModels,
  pixels: Pixels,
  face: { readonly box: Box; readonly roll: number },
): Promise<number> {
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize, scoreThreshold: 0.2 })
  const crop = cropAround(pixels, face.box, cropTimes, face.roll)
  const all = await withTensor(crop, async (tensor) => faceApi.detectAllFaces(tensor, options))
  return Math.max(0, ...all.map(({ score }) => score))
}

/**
 * Embeds the face nearest to the middle of the crop without levelling it. @public `tools/calibration` compares it with
 * the levelled one.
 */
export async function embedCrop(
  { faceApi, withTensor }: FaceModels,
  crop: Pixels,
): Promise<Float32Array | undefined> {
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize, scoreThreshold: 0.2 })
  const all = await withTensor(crop, async (tensor) =>
    faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors(),
  )
  const off = ({ detection: { box } }: DescribedFace) =>
    Math.hypot(box.x + (box.width - crop.width) / 2, box.y + (box.height - crop.height) / 2)
  return all.toSorted((a, b) => off(a) - off(b))[0]?.descriptor
}
