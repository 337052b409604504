// Pictures on a link: by their content, each once, at their step alone; and what the engines say of them.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { hashImage } from '#src/biometrics/devices/event.ts'
import { facialBiometrics } from '#src/biometrics/liveness/rules.ts'
import { aiDocs } from '#src/biometrics/redoc/rules.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  runEngineTasks,
  type Scripted,
  scriptedEngines,
  standByEngines,
} from '#test/support/engines.ts'
import { drawImage } from '#test/support/images.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { createTransaction, moveClock } from '#test/support/transactions.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/biometrics/devices/phone.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'

const pictures = definePack('pictures', 1, parallel(module(aiDocs), module(facialBiometrics)))

const test = database.extend<{ scripted: Scripted; app: TestApp }>({
  scripted: [async ({}, use) => use(scriptedEngines()), { scope: 'file' }],
  app: [
    async ({ db, scripted: { engines } }, use) => {
      await publishPacks(db, [pictures])
      const links = createLinks({ name: 'Acme', packName: pictures.name })
      await use(await createTestApp(db, undefined, { engines, links }))
    },
    { scope: 'file' },
  ],
})

const drawn = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((seed) => drawImage(seed)))
const [front = Buffer.of(), back = Buffer.of(), ...faces] = drawn
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

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

async function begin(app: TestApp): Promise<{ id: string; walker: Walker; document: string }> {
  // It is seen for some seconds.
  await standByEngines(app.deps.db)
  const document = nextCpf()
  const id = await createTransaction(app, { document })
  const { link } = await (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()
  const walker = createWalker(app.call)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  return { id, walker, document }
}

const put = async (walker: Walker, part: string, bytes: Uint8Array, sha256 = hex(bytes)) => {
  const headers = { 'x-capture-key': walker.key, 'content-type': 'image/jpeg' }
  const path = `/c/step/captures/${part}/${sha256}`
  return (await walker.send('PUT', path, { body: bytes, headers })).status
}

const readLvs = async (app: TestApp, id: string) =>
  (await app.call('GET', `/v1/transaction/${id}/lvs`)).json()

const read = makeReading()
/** It agrees with the transaction of this document. */
const approving = (document: string) =>
  makeReading({ fields: { ...read.fields, numeroCPF: document } })

async function sendDocument(walker: Walker, bytes: Uint8Array = front) {
  expect(await put(walker, 'front', bytes)).toBe(201)
  await walker.open('/c')
  return walker.press('document-send')
}

test('a picture arrives once, whole, as a picture, at its step and from its own device alone', async ({
  app,
}) => {
  const { walker } = await begin(app)
  expect(await put(walker, 'front', front)).toBe(201)
  expect(await put(walker, 'front', front)).toBe(200)
  expect(await put(walker, 'front', back, hex(front))).toBe(422)
  expect(await put(walker, 'front', Buffer.from('<svg/>'))).toBe(415)
  expect(await put(walker, 'face', front)).toBe(409)
  expect(await put(walker, 'front', Buffer.alloc(26_300_000))).toBe(413)
  expect(await put(walker, 'elsewhere', front)).toBe(404)
  const stranger = createWalker(app.call)
  expect(await put(stranger, 'front', front)).toBe(401)
  // The key of the form is asked of uploads too, so that no other site can make one.
  const path = `/c/step/captures/front/${hex(back)}`
  expect((await walker.send('PUT', path, { body: back })).status).toBe(401)
})

test('the back follows the front, survives a reload, and both are looked at', async ({
  app,
  scripted,
}) => {
  const { id, walker, document } = await begin(app)
  expect(walker.seen.title).toContain('Frente')
  await put(walker, 'front', front)
  expect((await walker.open('/c')).title).toContain('Verso')
  expect((await walker.open('/c')).title).toContain('Verso')
  await put(walker, 'back', back)
  scripted.script.reading = approving(document)
  scripted.script.portrait = makePortrait()
  await walker.press('document-send')
  expect(walker.seen.title).toContain('Conferindo')
  await runEngineTasks(app.deps, id)
  expect((await walker.open('/c')).title).toContain('Mostre seu rosto')
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).text()
  expect(timeline).toContain('"approved"')
})

test('a document that cannot be read is asked for again, five times, or left to a person', async ({
  app,
  scripted,
}) => {
  const { id, walker } = await begin(app)
  scripted.script.reading = makeReading({ documentType: 'UNKNOWN', confidence: 10 })
  scripted.script.portrait = undefined
  await sendDocument(walker, front)
  await runEngineTasks(app.deps, id)
  await walker.open('/c')
  expect(walker.seen.title).toMatch(/^Erro: .*Frente/)
  expect(walker.seen.text).toContain('Tentativas restantes: 4')
  await walker.press('document-review')
  expect(walker.seen.title).toContain('Mostre seu rosto')
})

test('engines that are away lose nothing: the person is told, and sends again', async ({
  app,
  db,
}) => {
  const { id, walker } = await begin(app)
  await sendDocument(walker)
  expect(walker.seen.title).toContain('Conferindo')
  // Nobody has looked at it: after a while it can be sent again, and no verdict was made of it.
  await moveClock(db, id, 90_001)
  expect((await walker.open('/c')).title).toContain('Frente')
})

test('without a script a file does: for the document, and for a face that a person looks at', async ({
  app,
  scripted,
}) => {
  const { id, walker, document } = await begin(app)
  const upload = async (action: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('key', walker.key)
    form.set('file', new File([bytes], 'picture.jpg', { type: 'image/jpeg' }))
    const request = new Request('http://host/', { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    const body = new Uint8Array(await request.arrayBuffer())
    const headers = { 'content-type': type }
    const answer = await walker.send('POST', `/c/file/${action}`, { body, headers })
    return walker.open(answer.headers.get('location') ?? '')
  }
  expect((await upload('document-file-front', new Uint8Array())).text).toContain('Escolha uma foto')
  const noPicture = new Uint8Array(Buffer.from('no picture'))
  expect((await upload('document-file-front', noPicture)).text).toContain('não é uma foto')
  expect((await upload('document-file-front', new Uint8Array(front))).title).toContain('Verso')
  scripted.script.reading = approving(document)
  scripted.script.portrait = makePortrait()
  expect((await upload('document-file-back', new Uint8Array(back))).title).toContain('Conferindo')
  await runEngineTasks(app.deps, id)
  await walker.open('/c')
  scripted.script.faces = [[makeFace(0)]]
  const [face = Buffer.of()] = faces
  expect((await upload('face-review', new Uint8Array(face))).title).toContain('Conferindo')
  await runEngineTasks(app.deps, id)
  expect((await walker.open('/c')).title).toContain('Pronto')
  const timeline = await (await app.call('GET', `/v1/transaction/${id}/timeline`)).text()
  expect(timeline).toContain('"review"')
  expect(await readLvs(app, id)).toMatchObject({ status: 'COMPLETED', score: 60 })
})

const yaws = { front: 0, left: -12, right: 12 }

/** As the island of the face does it, on a device of its own. */
async function turnHead(
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

async function sendFaces(walker: Walker, { event, taken }: Turned) {
  for (const face of taken) expect([200, 201]).toContain(await put(walker, 'face', face))
  return walker.press('face-send', { event, images: taken.map(hex).join(',') })
}

test('a head turned as asked is live and completes the link, though its pictures came late', async ({
  app,
  db,
  scripted,
}) => {
  const { id, walker } = await begin(app)
  await walker.press('document-skip')
  const turned = await turnHead(walker, id, scripted)
  const digest = createHash('sha256').update(turned.event).digest('base64url')
  const announced = await walker.send('POST', '/c/step/face-event', {
    headers: {
      'x-capture-key': walker.key,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ digest }).toString(),
  })
  expect(announced.status).toBe(204)
  // A bad line: the challenge is over, and what it was for arrives five minutes later.
  await moveClock(db, id, 300_000)
  await sendFaces(walker, turned)
  await runEngineTasks(app.deps, id)
  expect((await walker.open('/c')).title).toContain('Pronto')
  expect(await readLvs(app, id)).toMatchObject({ status: 'COMPLETED', score: 45 })
})

test('a clock that is a day off and a virtual camera keep nobody out, and both are on record', async ({
  app,
  scripted,
}) => {
  const { id, walker } = await begin(app)
  await walker.press('document-skip')
  const odd = { clockMs: Date.now() + 86_400_000, label: 'OBS Virtual Camera' }
  await sendFaces(walker, await turnHead(walker, id, scripted, odd))
  await runEngineTasks(app.deps, id)
  expect((await walker.open('/c')).title).toContain('Pronto')
  const path = `/v1/transaction/${id}/facial-biometrics/liveness`
  const [result] = await (await app.call('GET', path)).json()
  const fired = result.device.rules.filter(({ status }: { status: number }) => status === 2)
  expect(fired.map(({ code }: { code: number }) => code)).toEqual([1004, 3001])
  expect(result.device.scoreClassification).toBe(3)
})

test('one who did not turn is asked again, and five times at most', async ({ app, scripted }) => {
  const { id, walker } = await begin(app)
  await walker.press('document-skip')
  for (let tries = 1; tries <= 5; tries += 1) {
    const turned = await turnHead(walker, id, scripted)
    scripted.script.faces = [[makeFace(0)]]
    await sendFaces(walker, turned)
    await runEngineTasks(app.deps, id)
    await walker.open('/c')
    if (tries < 5) expect(walker.seen.title).toMatch(/^Erro: Mostre/)
  }
  expect(walker.seen.title).toContain('Pronto')
  // The face is not proven, and nothing is held against it: without document and face at most 39.
  expect(await readLvs(app, id)).toMatchObject({ status: 'COMPLETED', score: 25 })
})
