// The face engine itself, its models in this process: loaded once for all that is asked of them.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyseFaces, lookAt } from '#src/biometrics/engines/face/analyse.ts'
import { openFilm } from '#src/biometrics/engines/face/film.ts'
import { type FaceModels, loadFaceModels } from '#src/biometrics/engines/face/models.ts'
import { findPortrait } from '#src/biometrics/engines/face/portrait.ts'
import { openImage } from '#src/biometrics/engines/open-image.ts'
import type { Face } from '#src/biometrics/engines/port.ts'
import { faceDistance, isGoodFace } from '#src/biometrics/engines/rules.ts'
import { testLiveness } from './liveness.ts'
import { documentPicture, facePicture } from './pictures.ts'

let models: FaceModels
let front: Face

let looked = 0
let atStart = 0

async function facesOf(picture: Uint8Array): Promise<Face[]> {
  looked += 1
  return analyseFaces(models, await openImage(picture))
}

async function faceOf(picture: Uint8Array): Promise<Face> {
  const [face, ...others] = await facesOf(picture)
  if (!face || others.length > 0) throw new Error('not one face')
  return face
}

const distanceOf = (one: Pick<Face, 'embedding'>, other: Pick<Face, 'embedding'>) => {
  if (!one.embedding || !other.embedding) throw new Error('no embedding')
  return faceDistance(one.embedding, other.embedding)
}

beforeAll(async () => {
  models = await loadFaceModels({ livenessModel: true })
  front = await faceOf(facePicture('front'))
  atStart = models.countTensors()
})

describe('a face', () => {
  test.for([
    ['front', -0.3, 0, 0.84],
    ['left-10', -6.8, 0.24, 0.93],
    ['left-18', -12.7, 0.33, 1],
    ['left-25', -17.1, 0.37, 0.99],
    ['right-10', 7.1, 0.21, 0.97],
    ['right-18', 13.6, 0.25, 0.99],
    ['right-25', 20.7, 0.28, 0.99],
    ['person-b-drawn', 0, 0.7, 0.99],
  ] as const)('%s: yaw %d, distance to the front %d, live %d', async ([name, yaw, far, live]) => {
    const face = await faceOf(facePicture(name))
    expect(Math.abs(face.yaw - yaw)).toBeLessThan(2)
    expect(Math.abs(distanceOf(front, face) - far)).toBeLessThan(0.03)
    expect(face.live).toBeCloseTo(live, 1)
    expect(isGoodFace(face)).toBe(true)
  })

  test('is what its own picture shows, whatever was looked at before', async () => {
    const names = ['front', 'left-10', 'left-18', 'right-10', 'front', 'right-18']
    const seen: Face[] = []
    for (const name of names) seen.push(await faceOf(facePicture(name)))
    const [first, ...rest] = seen
    expect(new Set(seen.map(({ yaw }) => yaw.toFixed(1))).size).toBe(5)
    expect(new Set(seen.map(({ embedding }) => embedding?.[0])).size).toBe(5)
    expect(new Set(seen.map(({ live }) => live)).size).toBeGreaterThan(2)
    expect(rest[3]).toEqual(first)
  })

  test('of another person after it has nothing of the first', async () => {
    await faceOf(facePicture('front'))
    const other = await faceOf(facePicture('person-b-drawn'))
    expect(distanceOf(front, other)).toBeGreaterThan(0.6)
  })

  test('is found wherever the picture was turned by its camera', async () => {
    const onSide = await sharp(facePicture('front'))
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer()
    const face = await faceOf(onSide)
    expect(Math.abs(face.roll)).toBeLessThan(10)
    expect(distanceOf(front, face)).toBeLessThan(0.2)
  })

  test.for([24, -32, 90, 180])(
    'is the same person tilted by %d degrees, and stands upright',
    async (degrees) => {
      const tilted = await sharp(facePicture('left-10'))
        .rotate(degrees, { background: 'grey' })
        .jpeg()
        .toBuffer()
      const face = await faceOf(tilted)
      expect(distanceOf(front, face)).toBeLessThan(0.3)
      expect(isGoodFace(face)).toBe(true)
    },
  )

  test('that is small in a large picture is looked at more closely', async () => {
    const wide = await paste(800, 450, { picture: facePicture('front'), side: 400, left: 200 })
    const face = await faceOf(wide)
    // At the usual size it has 90.
    expect(face.pixels).toBeGreaterThan(100)
    expect(face.box[0]).toBeCloseTo(0.4, 1)
    expect(distanceOf(front, face)).toBeLessThan(0.4)
  })

  test('is there twice where two are, the larger first', async () => {
    const small = { picture: facePicture('front'), side: 512, left: 0 }
    const large = { picture: facePicture('person-b-drawn'), side: 500, left: 512 }
    const faces = await facesOf(await paste(1_024, 512, small, large))
    expect(faces).toHaveLength(2)
    expect(faces[0]?.pixels).toBeGreaterThan(faces[1]?.pixels ?? Infinity)
    expect(distanceOf(front, faces[1] ?? front)).toBeLessThan(0.5)
  })

  test.for([1, 300])('is not in a blank picture of %d pixels', async (side) => {
    const blank = await sharp({
      create: { width: side, height: side, channels: 3, background: 'white' },
    })
      .png()
      .toBuffer()
    expect(await facesOf(blank)).toEqual([])
  })

  test.for(['cmyk', 'grey', 'transparent', 'webp'])(
    'is the same in a picture that is %s',
    async (form) => {
      const picture = sharp(facePicture('front'))
      const bytes = await {
        cmyk: () => picture.toColourspace('cmyk').jpeg({ quality: 95 }),
        grey: () => picture.greyscale().jpeg({ quality: 95 }),
        transparent: () => picture.ensureAlpha(0.99).png(),
        webp: () => picture.webp({ quality: 95 }),
      }
        [form as 'webp']()
        .toBuffer()
      expect(distanceOf(front, await faceOf(bytes))).toBeLessThan(0.35)
    },
  )
})

describe('the portrait on a document', () => {
  test.for([
    ['rg-1', 0.15],
    ['cnh-1', 0.15],
    ['cnh-2-tilted', 0.25],
    ['rg-1-worn', 0.28],
  ] as const)('%s is the holder, by %d at most', async ([name, most]) => {
    const portrait = await findPortrait(models, await openImage(documentPicture(name)))
    if (!portrait) throw new Error('no portrait')
    expect(portrait.confirmed).toBe(true)
    expect(distanceOf(front, portrait)).toBeLessThan(most)
  })

  test('is nobody else', async () => {
    const other = await faceOf(facePicture('person-b-drawn'))
    const portrait = await findPortrait(models, await openImage(documentPicture('cnh-1')), {
      turn: 0,
    })
    expect(distanceOf(other, portrait ?? front)).toBeGreaterThan(0.6)
    expect(portrait?.confirmed).toBe(true)
  })

  test('is not on a page without one', async () => {
    const page = await sharp({
      create: { width: 1_000, height: 600, channels: 3, background: 'ivory' },
    })
      .jpeg()
      .toBuffer()
    expect(await findPortrait(models, await openImage(page))).toBeUndefined()
  })
})

testLiveness(async (pictures) => {
  const film = openFilm()
  const faces: Face[][] = []
  for (const picture of pictures)
    faces.push(film.add(await lookAt(models, await openImage(picture))))
  return faces
})

test('holds as many tensors after fifty pictures as before', async () => {
  const small = await openImage(await sharp(facePicture('front')).resize(160).jpeg().toBuffer())
  const before = models.countTensors()
  while (looked < 50) {
    await analyseFaces(models, small)
    looked += 1
  }
  expect(models.countTensors()).toBe(before)
  expect(before).toBe(atStart)
})

type Part = { readonly picture: Buffer; readonly side: number; readonly left: number }

async function paste(width: number, height: number, ...parts: readonly Part[]): Promise<Buffer> {
  const canvas = sharp({ create: { width, height, channels: 3, background: 'white' } })
  const input = async ({ picture, side, left }: Part) => ({
    input: await sharp(picture).resize(side).toBuffer(),
    left,
    top: 0,
  })
  return canvas
    .composite(await Promise.all(parts.map(input)))
    .jpeg()
    .toBuffer()
}
