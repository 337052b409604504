// People before the hosted page with pictures that the engines see as a test says: what they send, as the islands do it.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { hashImage } from '#src/biometrics/devices/event.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeFace, makeReading, type Scripted, standByEngines } from '#test/support/engines.ts'
import { drawImage } from '#test/support/images.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'

const drawn = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((seed) => drawImage(seed)))
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

const yaws = { front: 0, left: -12, right: 12 }

/** As the island of the face does it, on a device of its own. */
export async function turnHead(
  walker: Walker,
  tx: string,
  scripted: Scripted,
  { clockMs = Date.now(), label = 'camera2 1, facing front' } = {},
) {
  const headers = { 'x-capture-key': walker.key }
  const answer = await walker.send('POST', '/c/step/challenge', { headers })
  expect(answer.status).toBe(200)
  const { nonce, actions } = (await answer.json()) as {
    nonce: string
    actions: (keyof typeof yaws)[]
  }
  scripted.script.faces = actions.map((action) => [makeFace(yaws[action])])
  const taken = faces.slice(0, actions.length)
  const signed = { nonce, tx, images: taken.map(hashImage), iat: clockMs / 1_000 }
  return {
    event: await signOnNewDevice(payloadOf(signed, { camera: { label, inputs: 1 } })),
    taken,
  }
}

type Turned = Awaited<ReturnType<typeof turnHead>>

export async function sendFaces(walker: Walker, { event, taken }: Turned) {
  for (const face of taken) expect([200, 201]).toContain(await put(walker, 'face', face))
  return walker.press('face-send', { event, images: taken.map(hex).join(',') })
}
