// Pictures on a link: by their content, each once, at their step alone; and what the engines say of them.
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { hashImage } from '#src/biometrics/devices/event.ts'
import { examinations } from '#src/biometrics/examinations/table.ts'
import { images } from '#src/biometrics/images/store.ts'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { replayLedger } from '#src/journey/erasure/ledger.ts'
import { links } from '#src/links/lvs/table.ts'
import { newId } from '#src/platform/ids.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import { memoryStore } from '#test/support/biometrics/images.ts'
import { facialBiometrics } from '#src/biometrics/liveness/module.ts'
import { aiDocs } from '#src/biometrics/redoc/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import {
  makeFace,
  makePortrait,
  makeReading,
  runEngineTasks,
  scriptedEngines,
} from '#test/support/biometrics/engines.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { moveClock } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'
import { definePack, module, parallel } from '#test/support/packs/build.ts'
import {
  approving,
  askChallenge,
  askPose,
  back,
  begin,
  faces,
  front,
  hex,
  put,
  readLvs,
  sendDocument,
  sendFaces,
  moveHead,
} from '../pictures.ts'

const pictures = definePack('pictures', 1, parallel(module(aiDocs), module(facialBiometrics)))

const test = database
  .extend('store', { scope: 'file' }, () => memoryStore())
  .extend('scripted', { scope: 'file' }, () => scriptedEngines())
  .extend('app', { scope: 'file' }, async ({ db, store, scripted: { engines } }) => {
    await publishPacks(db, [pictures])
    const settings = createLinks({ name: 'Acme', packName: pictures.name })
    return createTestApp(db, undefined, { engines, links: settings, store })
  })

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
  const home = walker.path
  expect(await put(stranger, 'front', front, hex(front), home)).toBe(401)
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
  // Nothing has measured it before: that it is too large is a page, too.
  const large = await upload('document-file-front', new Uint8Array(26_300_000))
  expect([large.status, large.title]).toEqual([200, expect.stringMatching(/^Erro: .*Frente/)])
  expect(large.text).toContain('grande demais')
  // One that begins like a picture and is none is asked for again, and said to be so.
  const broken = new Uint8Array(front.subarray(0, 40))
  expect((await upload('document-file-front', broken)).title).toContain('Verso')
  expect((await walker.press('document-send')).title).toMatch(/^Erro: .*Frente/)
  expect(walker.seen.text).toContain('não é uma foto')
  expect((await upload('document-file-front', new Uint8Array(back))).title).toContain('Verso')
  expect((await walker.press('document-front')).title).toContain('Frente')
  expect((await upload('document-file-front', new Uint8Array(front))).title).toContain('Verso')
  scripted.script.reading = approving(document)
  scripted.script.portrait = makePortrait()
  const same = await upload('document-file-back', new Uint8Array(front))
  expect([same.title, same.text]).toEqual([expect.stringMatching(/^Erro: .*Verso/), expect.stringContaining('já enviou')]) // prettier-ignore
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
  expect(await readLvs(app, id)).toMatchObject({
    status: 'PENDING',
    score: null,
    reviewPending: true,
  })
})

test('a head turned as asked is live and completes the link, though its pictures came late', async ({
  app,
  db,
  scripted,
}) => {
  const { id, walker } = await begin(app)
  await walker.press('document-skip')
  const moved = await moveHead({ app, walker, id }, scripted)
  const digest = createHash('sha256').update(moved.event).digest('base64url')
  const announced = await walker.send('POST', '/c/step/face-event', {
    headers: { 'x-capture-key': walker.key, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ digest }).toString(),
  })
  expect(announced.status).toBe(204)
  // A bad line: the challenge is over, and what it was for arrives five minutes later.
  await moveClock(db, id, 300_000)
  await sendFaces(walker, moved)
  await runEngineTasks(app.deps, id)
  expect((await walker.open('/c')).title).toContain('Pronto')
  expect(await readLvs(app, id)).toMatchObject({ status: 'COMPLETED', score: 39 })
})

test('a device that is denied keeps the link waiting for a person, who alone is told why', async ({
  app,
  scripted,
}) => {
  const { id, walker: computer } = await begin(app)
  await computer.post('/c/step/handover', { key: computer.key })
  const { text } = await computer.open('/c/step/handover-code')
  const walker = createWalker(app.call)
  const came = await walker.post('/c/step/exchange', { k: /#k=([\w-]{43})/.exec(text)?.[1] ?? '' })
  await walker.open(((await came.json()) as { to: string }).to)
  await walker.press('document-skip')
  expect((await computer.open('/c')).title).toContain('outro aparelho')
  const odd = { clockMs: Date.now() + 86_400_000, label: 'OBS Virtual Camera' }
  await sendFaces(walker, await moveHead({ app, walker, id }, scripted, odd))
  await runEngineTasks(app.deps, id)
  // The computer ends with the phone: of what is to be decided it shows as little.
  for (const one of [walker, computer]) expect((await one.open('/c')).title).toContain('Pronto')
  const path = `/v1/transaction/${id}/facial-biometrics/liveness`
  const [result] = await (await app.call('GET', path)).json()
  const fired = result.device.rules.filter(({ status }: { status: number }) => status === 2)
  expect(fired.map(({ code }: { code: number }) => code)).toEqual([1004, 3001])
  expect(result.device.scoreClassification).toBe(3)
  const denied = { step: 'facialBiometrics', outcome: 'review', reasons: ['device-denied'] }
  const held = { status: 'PENDING', score: null, reviewPending: true }
  expect(await readLvs(app, id)).toMatchObject({ ...held, steps: expect.arrayContaining([denied]) })
  const agenda = await (await app.call('GET', `/v1/transaction/${id}/agenda`)).json()
  expect(agenda.waiting).toMatchObject({ for: 'review', what: 'review of facialBiometrics' })
  // Nobody decides by waiting.
  await moveClock(app.deps.db, id, 40 * 24 * 3_600_000)
  expect(await readLvs(app, id)).toMatchObject(held)
})

test.for([
  { way: 'turn', what: 'turns of the head', side: /^(left|right)$/ },
  { way: 'approach', what: 'away from the camera, and back', side: /^far$/ },
] as const)(
  '$what: asked for one by one, the same one again on a bad line, and one more than are wanted',
  async ({ way, side }, { app }) => {
    const { walker } = await begin(app)
    await walker.press('document-skip')
    const { nonce, poses } = await askChallenge(walker, way)
    const hashes = faces.map((face) => hashImage(face))
    const ask = async (at: number, more = {}) =>
      (await askPose(walker, { nonce, before: hashes[at] ?? '', ...more })).json()
    const first = await ask(0)
    expect(first).toEqual({ pose: 0, side: expect.stringMatching(side) })
    expect(await ask(0)).toEqual(first)
    expect(await ask(1, { missed: '1' })).toEqual({ pose: 1, side: expect.stringMatching(side) })
    for (let pose = 2; pose <= poses; pose += 1) expect(await ask(pose)).toMatchObject({ pose })
    expect((await askPose(walker, { nonce, before: hashes[6] ?? '' })).status).toBe(204)
    expect((await askPose(walker, { nonce: 'another', before: hashes[7] ?? '' })).status).toBe(204)
    const stranger = createWalker(app.call)
    expect((await stranger.send('POST', `${walker.path}/step/pose`, {})).status).toBe(401)
  },
)

test('who takes their consent back leaves nothing behind, but for what a review rests on, and has a receipt of it', async ({
  app,
  db,
  scripted,
  store,
}) => {
  for (const isInReview of [false, true]) {
    const { id, walker, document } = await begin(app)
    const blurred = makeReading({ documentType: 'UNKNOWN', confidence: 10 })
    scripted.script.reading = isInReview ? blurred : approving(document)
    scripted.script.portrait = makePortrait()
    await sendDocument(walker)
    await runEngineTasks(app.deps, id)
    await walker.open('/c')
    if (isInReview) await walker.press('document-review')
    const before = new Set(store.objects.keys())
    await walker.press('withdraw')
    expect(walker.seen.title).toContain('Você retirou o consentimento')
    const left = isInReview ? 1 : 0
    expect(await db.select().from(examinations).where(eq(examinations.transactionId, id))).toHaveLength(left) // prettier-ignore
    const named = await db.select().from(images).where(eq(images.transactionId, id))
    expect(named.filter(({ droppedAt }) => droppedAt === null)).toHaveLength(left)
    const pending = { status: 'PENDING', score: null, reviewPending: isInReview }
    expect(await readLvs(app, id)).toMatchObject(pending)
    const receiptId = /[\da-f-]{36}/.exec(walker.seen.text.split('recibo')[1] ?? '')?.[0] ?? ''
    const read = (claims = {}) => app.call('GET', `/v1/erasures/${receiptId}`, { claims })
    expect(await (await read()).json()).toMatchObject({ receiptId, status: 'running' })
    expect((await read({ tenant: 'another' })).status).toBe(404)
    await finishErasures({ deps: app.deps, objects: store })
    const what = isInReview ? [] : [{ kind: 'examinations', count: 1 }, { kind: 'pictures', count: 1 }]
    expect(await (await read()).json()).toMatchObject({ transactionId: id, status: 'done', what })
    const gone = [...before].filter((name) => !store.objects.has(name))
    // What arrived goes, and what was sent off of it.
    expect([gone.length, store.objects.has(`withdrawals/${receiptId}`)]).toEqual([2 - left, true])
    const asked = { claims: { scope: 'audit:read' } }
    const audited = async () =>
      (await (await app.call('GET', `/v1/audit?transactionId=${id}`, asked)).json()).entries
    await expect.poll(audited).toMatchObject([{ action: 'data.withdrawn', object: receiptId, actor: { kind: 'link' } }])
    // It can be walked anew.
    await walker.press('return')
    await walker.press('consent')
    expect(walker.seen.title).toContain(isInReview ? 'Mostre seu rosto' : 'Frente')
  }
}) // prettier-ignore

test('what was taken back after a back-up is taken back again after its restore, once', async ({
  app,
  db,
  scripted,
  store,
}) => {
  const { id, walker, document } = await begin(app)
  scripted.script.reading = approving(document)
  scripted.script.portrait = makePortrait()
  await sendDocument(walker)
  await runEngineTasks(app.deps, id)
  const [link] = await db.select().from(links).where(eq(links.transactionId, id))
  const given = await db.select().from(examinations).where(eq(examinations.transactionId, id))
  const receiptId = newId()
  const owner = { transactionId: id, tenant: link?.tenant, mode: link?.mode, linkId: link?.id }
  const withdrawnAt = new Date().toISOString()
  const line = { receiptId, ...owner, withdrawnAt, examinations: given.map((one) => one.id), objects: [], what: { pictures: 1 } }
  for (const name of store.objects.keys()) if (name.startsWith('withdrawals/')) store.objects.delete(name)
  await store.put(`withdrawals/${receiptId}`, Buffer.from(JSON.stringify(line)))
  expect(await replayLedger(app.deps, store)).toMatchObject({ lines: 1, withdrawn: 1 })
  expect(await db.select().from(examinations).where(eq(examinations.transactionId, id))).toEqual([])
  const runs = await db.select().from(packRuns).where(eq(packRuns.transactionId, id))
  expect(runs).toMatchObject([{ outcome: 'cancelled' }])
  await walker.open('/c')
  expect(walker.seen.title).toContain('Você retirou o consentimento')
  await finishErasures({ deps: app.deps, objects: store })
  const receipt = await app.call('GET', `/v1/erasures/${receiptId}`)
  expect(await receipt.json()).toMatchObject({ status: 'done' })
  expect(await replayLedger(app.deps, store)).toMatchObject({ lines: 1, withdrawn: 0 })
}) // prettier-ignore
