// Finds the holder's portrait on a document: a small face in a large picture full of other shapes.
import { apply, invert, type Quad, squareTo } from '../document/card/homography.ts'
import { boxIn, flatten } from '../document/card/rectify.ts'
import type { Box, Corners, Portrait, PortraitCall, Rotation } from '../port.ts'
import { isInCard } from '../rules.ts'
import type { Picture } from '../open-image.ts'
import { toFractions } from './analyse.ts'
import { embedLevel } from './embed.ts'
import type { FoundFace, MarkedFace } from './libraries.ts'
import type { FaceModels, Pixels } from './models.ts'
import { toPixels } from './pixels.ts'

const side = 1280
/** A smaller input misses portraits, and takes patterns for faces. */
const inputSize = 608
/** The size of the second pass: a pattern that is taken for a face at one size is not at another. */
const secondInputSize = 512
const scoreThreshold = 0.35
/** A share of the portrait's area, which its ghost image on some cards does not reach. */
const largeShare = 0.7
/** A face that lies on its side is also found, but never with this score. */
const sureScore = 0.6
const rotations: readonly Rotation[] = [0, 90, 270, 180]

/** Undefined when none of the requested rotations shows a portrait. */
export async function findPortrait(
  models: FaceModels,
  picture: Picture,
  { turn, area, card }: PortraitCall = {},
): Promise<Portrait | undefined> {
  const quad = card && toQuad(card)
  const onCard = quad && turn !== undefined && (await findOnCard(models, picture, turn, quad))
  if (onCard) return onCard
  const upright = await findAt(models, picture, turn ?? 0, area)
  if (turn !== undefined || (upright && upright.score >= sureScore)) return upright
  const best = await findUprightRotation(models, picture)
  return best === undefined || best === 0 ? upright : findAt(models, picture, best)
}

/** The rotation in which the portrait has the highest score; undefined when there is none. */
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

/** Finds the portrait on the flat card; the faces beside the card in the picture are the others. */
async function findOnCard(
  models: FaceModels,
  picture: Picture,
  turn: Rotation,
  quad: Quad,
): Promise<Portrait | undefined> {
  const flat = await flatten(picture, turn, quad)
  // Normalised, because in bad light no face is found.
  const lit = { ...flat, image: flat.image.normalise() }
  const found = await findAt(models, lit, 0, [0, 0, 1, 1])
  if (!found) return undefined
  const box = boxIn(quad, found.box)
  const pixels = await toPixels(picture, side, turn)
  const isBeside = (one: FoundFace) => {
    const [x, y, width, height] = fractionsOf(one, pixels)
    const middle = apply(invert(squareTo(quad)), { x: x + width / 2, y: y + height / 2 })
    const isOn = middle.x > 0 && middle.x < 1 && middle.y > 0 && middle.y < 1
    return !isOn && width * height > largeShare * box[2] * box[3]
  }
  const beside = (await detect(models, pixels, inputSize)).filter(isBeside)
  const again = beside.length === 0 ? [] : await detect(models, pixels, secondInputSize)
  const others = beside.filter((one) => again.some((seen) => isSamePosition(seen, one)))
  return { ...found, box, others: others.length }
}

function toQuad([a, b, c, d]: Corners): Quad | undefined {
  return a && b && c && d ? [a, b, c, d] : undefined
}

async function findAt(
  models: FaceModels,
  picture: Picture,
  rotation: Rotation,
  area?: Box,
): Promise<Portrait | undefined> {
  const pixels = await toPixels(picture, side, rotation)
  const found = await findMarked(models, pixels, area)
  if (!found) return undefined
  const { detection } = found
  const { x, y, width, height } = detection.box
  const box: Box = [x, y, width, height]
  const embedding = await embedLevel(models, pixels, { box, roll: rollOf(found) })
  if (!embedding) return undefined
  const again = await detect(models, pixels, secondInputSize)
  const areaOf = (one: FoundFace) => one.box.width * one.box.height
  const others = again.filter(
    (one) => !isSamePosition(one, detection) && areaOf(one) > largeShare * areaOf(detection),
  )
  return {
    box: toFractions(box, pixels),
    score: detection.score,
    embedding,
    confirmed: again.some((one) => isSamePosition(one, detection)),
    others: others.length,
  }
}

async function findMarked(
  models: FaceModels,
  pixels: Pixels,
  area: Box | undefined,
): Promise<MarkedFace | undefined> {
  const { faceApi, withTensor } = models
  const all = await withTensor(pixels, async (tensor) =>
    faceApi.detectAllFaces(tensor, optionsOf(models, inputSize)).withFaceLandmarks(),
  )
  return all
    .filter(({ detection }) => !area || isInCard(fractionsOf(detection, pixels), area))
    .toSorted((a, b) => b.detection.score - a.detection.score)[0]
}

const fractionsOf = ({ box: { x, y, width, height } }: FoundFace, pixels: Pixels): Box =>
  toFractions([x, y, width, height], pixels)

/** The angle of the line between the eyes, in degrees clockwise. */
function rollOf({ landmarks }: MarkedFace): number {
  const [left, right] = [landmarks.getLeftEye(), landmarks.getRightEye()].map((points) => ({
    x: mean(points.map(({ x }) => x)),
    y: mean(points.map(({ y }) => y)),
  }))
  if (!left || !right) return 0
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the surest first. */
async function detect(models: FaceModels, pixels: Pixels, size: number): Promise<FoundFace[]> {
  const { faceApi, withTensor } = models
  const all = await withTensor(pixels, async (tensor) =>
    faceApi.detectAllFaces(tensor, optionsOf(models, size)),
  )
  return all.toSorted((a, b) => b.score - a.score)
}

const optionsOf = ({ faceApi }: FaceModels, size: number) =>
  new faceApi.TinyFaceDetectorOptions({ inputSize: size, scoreThreshold })

/** Whether the intersection of the boxes is more than half of their union. */
function isSamePosition({ box: a }: FoundFace, { box: b }: FoundFace): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return false
  const shared = width * height
  return shared > (a.width * a.height + b.width * b.height - shared) / 2
}
