// What every engine holds to, ours and one that is asked over HTTP: the same pictures, the same answers.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngines, type OwnEngines } from '#src/biometrics/engines/engines.ts'
import type { DocumentOcr, Engines, Face, FaceEngine } from '#src/biometrics/engines/port.ts'
import { faceDistance } from '#src/biometrics/engines/rules.ts'
import { createHttpDocuments, createHttpFaces } from '#src/vendors/engine-http/adapter.ts'
import { startWireServer, type WireServer } from '#test/support/servers/engine.ts'
import { documentFields, documentPicture, facePicture } from './pictures.ts'

const token = 'a-credential'
let own: OwnEngines
let asked: Engines
let server: WireServer

beforeAll(async () => {
  own = createEngines({ faceThreads: 1, documentThreads: 1, waitingMax: 3, livenessModel: false })
  asked = remembering(own)
  server = await startWireServer(asked, token)
})
afterAll(async () => {
  await server.close()
  await own.close()
})

const http = () => ({ url: server.url, modelId: 'over-http', token })

const offered: readonly [string, () => { face: FaceEngine; ocr: DocumentOcr }][] = [
  ['the engines of the service', () => asked],
  [
    'engines over HTTP',
    () => ({ face: createHttpFaces(http()), ocr: createHttpDocuments(http()) }),
  ],
]

/** A document that was looked at is not looked at again: over HTTP it is the wire that is tried. */
function remembering({ face, ocr, thresholds }: Engines): Engines {
  const portraits = keepAnswers<Awaited<ReturnType<FaceEngine['portrait']>>>()
  const readings = keepAnswers<Awaited<ReturnType<DocumentOcr['read']>>>()
  return {
    face: {
      ...face,
      portrait: (image, call) =>
        portraits(image, String(call?.turn), () => face.portrait(image, call)),
    },
    ocr: { ...ocr, read: (image, call) => readings(image, '', () => ocr.read(image, call)) },
    thresholds,
  }
}

function keepAnswers<T>() {
  const known = new Map<string, Promise<T>>()
  return (image: Uint8Array, asked: string, ask: () => Promise<T>): Promise<T> => {
    const key = createHash('sha256').update(asked).update(image).digest('hex')
    const answer = known.get(key) ?? ask()
    known.set(key, answer)
    return answer
  }
}

const distanceOf = (
  one: Pick<Face, 'embedding'> | undefined,
  other: Pick<Face, 'embedding'> | undefined,
) => faceDistance(one?.embedding ?? new Float32Array(), other?.embedding ?? new Float32Array())

describe.for(offered)('%s', ([, open]) => {
  const seen: { front?: Face | undefined } = {}

  test('answer the faces of each picture, in order', async () => {
    const { face } = open()
    const blank = { create: { width: 64, height: 64, channels: 3, background: 'white' } } as const
    const pictures = [
      facePicture('front'),
      await sharp(blank).png().toBuffer(),
      facePicture('left-18'),
    ]
    const [[front], none, [left]] = (await face.analyse(pictures)).images as [
      Face[],
      Face[],
      Face[],
    ]
    seen.front = front
    expect(none).toEqual([])
    expect(front?.embedding).toBeInstanceOf(Float32Array)
    expect(front?.yaw).toBeGreaterThan(-3)
    expect(left?.yaw).toBeLessThan(-8)
    expect(distanceOf(front, left)).toBeLessThan(0.5)
    // Its model is off, as by default.
    expect(front).not.toHaveProperty('live')
  })

  test('find the holder on a document, whatever way it lies', async () => {
    const { face } = open()
    const upright = await face.portrait(documentPicture('rg-1'), { turn: 0 })
    expect(upright?.confirmed).toBe(true)
    expect(distanceOf(seen.front, upright)).toBeLessThan(0.2)
    const turned = await sharp(documentPicture('rg-1')).resize(1_000).rotate(90).jpeg().toBuffer()
    const found = await face.portrait(turned)
    expect(distanceOf(seen.front, found)).toBeLessThan(0.3)
  })

  test('read a document that lies on its side, and say how', async () => {
    const { ocr } = open()
    const turned = await sharp(documentPicture('rg-2')).rotate(270).jpeg().toBuffer()
    const { fields, turn, documentType } = await ocr.read(turned)
    expect(fields).toEqual(documentFields('rg-2'))
    expect({ turn, documentType }).toEqual({ turn: 90, documentType: 'RG' })
  })

  test('say of which picture it is that it can never be decoded', async () => {
    const { face, ocr } = open()
    const half = facePicture('front').subarray(0, 20_000)
    const looked = face.analyse([facePicture('front'), half])
    await expect(looked).rejects.toMatchObject({
      name: 'ImageUnreadable',
      reason: 'damaged',
      index: 1,
    })
    const read = ocr.read(Buffer.from('<svg/>'))
    await expect(read).rejects.toMatchObject({ name: 'ImageUnreadable', reason: 'type', index: 0 })
  })

  test('refuse as busy a caller over the capacity, and serve the others', async () => {
    const { face } = open()
    const calls = Array.from({ length: 8 }, () => face.analyse([facePicture('front')]))
    const ended = await Promise.allSettled(calls)
    const refused = ended.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' })
    const served = ended.filter((one) => one.status === 'fulfilled')
    for (const { value } of served) expect(value.images).toHaveLength(1)
  })

  test('end a call that nobody waits for, and go on with the next', async () => {
    const { face } = open()
    const ending = new AbortController()
    const left = face.analyse([facePicture('front'), facePicture('left-10')], {
      signal: ending.signal,
    })
    setTimeout(() => ending.abort(new Error('left')), 30)
    await expect(left).rejects.toThrow('left')
    const [[found]] = (await face.analyse([facePicture('front')])).images as [Face[]]
    expect(distanceOf(seen.front, found)).toBeLessThan(0.01)
  })
})
