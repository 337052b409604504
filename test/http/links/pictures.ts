// People before the hosted page with pictures that the engines see as a test says: what they send, as the islands do it.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { hashImage } from '#src/biometrics/devices/event.ts'
import type { Face } from '#src/biometrics/engines/port.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  makeFace,
  makeReading,
  type Scripted,
  standByEngines,
} from '#test/support/biometrics/engines.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'

const drawn = await Promise.all(Array.from({ length: 10 }, (_, seed) => drawImage(seed + 1)))
export const [front = Buffer.of(), back = Buffer.of(), ...faces] = drawn
export const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let made = 0

/** A CPF of its own for each, with its check digits. */
function nextCpf(): string {
  const digits = Array.from(String(200_000_000 + made++ * 7), Number)
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

export async function begin(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; walker: Walker; document: string }> {
  // It is seen for some seconds.
  await standByEngines(app.deps.db)
  const document = nextCpf()
  const id = await createTransaction(app, { document, ...fields })
  const { link } = await (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()
  const walker = createWalker(app.call)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  return { id, walker, document }
}

// oxlint-disable-next-line max-params -- what a test says of an upload, most of it seldom
export const put = async (
  walker: Walker,
  part: string,
  bytes: Uint8Array,
  sha256 = hex(bytes),
  home = '/c',
) => {
  const headers = { 'x-capture-key': walker.key, 'content-type': 'image/jpeg' }
  const path = `${home}/step/captures/${part}/${sha256}`
  return (await walker.send('PUT', path, { body: bytes, headers })).status
}

export const readLvs = async (app: TestApp, id: string) =>
  (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()

const read = makeReading()
/** It agrees with the transaction of this document. */
export const approving = (document: string) =>
  makeReading({ fields: { ...read.fields, numeroCPF: document } })

export async function sendDocument(walker: Walker, bytes: Uint8Array = front) {
  expect(await put(walker, 'front', bytes)).toBe(201)
  await walker.open('/c')
  return walker.press('document-send')
}

type Place = 'front' | 'left' | 'right' | 'near' | 'far'
/** What the engines see there. */
const seenAt: Record<Place, Face> = {
  front: makeFace(0),
  left: makeFace(-12),
  right: makeFace(12),
  near: makeFace(0, 0, { box: [0.3, 0.2, 0.4, 0.5] }),
  far: makeFace(0, 0, { box: [0.4, 0.3, 0.25, 0.3], unexplained: 0.2, change: 4, step: 5 }),
}
const other = { front: 'front', left: 'right', right: 'left', near: 'far', far: 'near' } as const

type Head = {
  /** Where it goes when it is asked to a place from another. */
  readonly go: (to: Place, from: Place) => Place
  /** After it was shown, by the page; and how long the server waits for what comes next. */
  readonly ms: number
  readonly passesMs?: number
}
const there = (to: Place) => to

/** What a head does with what it is asked for. */
const heads = {
  'as asked': { go: there, ms: 700 },
  'to the other side': { go: (to) => other[to], ms: 700 },
  'not at all': { go: (_to, from) => from, ms: 700 },
  'before it was asked': { go: there, ms: 40 },
  'long after it was asked': { go: there, ms: 3_900, passesMs: 5_000 },
  'later than the server heard of it': { go: there, ms: 1_900, passesMs: 500 },
} as const satisfies Record<string, Head>
export type Moves = keyof typeof heads

const post = async (walker: Walker, path: string, form: Record<string, string> = {}) => {
  const headers = {
    'x-capture-key': walker.key,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams(form).toString()
  return walker.send('POST', `/c/step/${path}`, { headers, body })
}

export const askPose = (walker: Walker, form: Record<string, string>) => post(walker, 'pose', form)

export type Way = 'turn' | 'approach'

export async function askChallenge(
  walker: Walker,
  way: Way = 'turn',
): Promise<{ nonce: string; poses: number }> {
  const answer = await post(walker, `challenge?kind=${way}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { nonce: string; poses: number }
}

/** As the island of the face does it, on a device of its own. */
export async function moveHead(
  { app, walker, id }: { readonly app: TestApp; readonly walker: Walker; readonly id: string },
  scripted: Scripted,
  {
    clockMs = Date.now(),
    label = 'camera2 1, facing front',
    moves = 'as asked',
    way = 'turn',
  }: { clockMs?: number; label?: string; moves?: Moves; way?: Way } = {},
) {
  const { nonce, poses } = await askChallenge(walker, way)
  const { go, ms, passesMs = 2_000 }: Head = heads[moves]
  const paced: object[] = []
  const seen: Face[] = []
  for (let pose = 0; pose < poses; pose += 1) {
    const before = hashImage(faces[2 * pose] ?? front)
    const said = await askPose(walker, { nonce, before })
    expect(said.status).toBe(200)
    const { side } = (await said.json()) as { side: Place }
    await moveClock(app.deps.db, id, passesMs)
    const rest = way === 'turn' ? 'front' : other[side]
    seen.push(seenAt[rest], seenAt[go(side, rest)])
    paced.push({ pose, images: [2 * pose + 1], ms: [ms] })
  }
  scripted.script.faces = seen.map((face) => [face])
  const taken = faces.slice(0, seen.length)
  const signed = { nonce, tx: id, images: taken.map(hashImage), iat: clockMs / 1_000 }
  const payload = { ...payloadOf(signed, { camera: { label, inputs: 1 } }), capture: { paced } }
  return { event: await signOnNewDevice(payload), taken }
}

type Moved = Awaited<ReturnType<typeof moveHead>>

export async function sendFaces(walker: Walker, { event, taken }: Moved) {
  for (const face of taken) expect([200, 201]).toContain(await put(walker, 'face', face))
  return walker.press('face-send', { event, images: taken.map(hex).join(',') })
}
