// What conditions and scorecards see of faces and documents, with engines that answer as the test says.
import { expect } from 'vitest'
import { biometricsFacts } from '#src/biometrics/examinations/facts.ts'
import { findById } from '#src/journey/transaction/store.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/support/biometrics/fixture.ts'
import { makeFace, makePortrait, makeReading, type Script, whileWorking } from '#test/support/biometrics/engines.ts' // prettier-ignore
import { createTransaction } from '#test/support/transactions.ts'
import { formOf } from '#test/support/forms.ts'
import { drawImage } from '#test/support/biometrics/images.ts'
import { create, images, pathOf, post } from './liveness/stage.ts'

async function readFacts({ deps }: TestApp, id: string): Promise<Record<string, unknown>> {
  const found = await findById(deps.db, id)
  if (!found) throw new Error('no transaction')
  const now = new Date()
  const transaction = { ...found, now, wallNow: now }
  return { ...(await biometricsFacts.read({ db: deps.db, sealer: deps.sealer, transaction })) }
}

const named = (name: string, at = 0) => ({
  images: [`data:image/jpeg;name=${name}.jpg;base64,${images[at]}`],
})

async function sendDocument(
  app: TestApp,
  id: string,
  seed: number,
  { name = 'a.jpg', mode = 'sandbox' }: { name?: string; mode?: 'sandbox' | 'live' } = {},
) {
  const { body, headers } = await formOf('selfie', await drawImage(seed), name)
  const sent = app.call('POST', `/v1/transaction/${id}/redoc`, { body, headers, claims: { mode } })
  expect((await whileWorking(app.deps, id, sent)).status).toBe(201)
}

function stage(script: Script) {
  script.faces = [[makeFace(0)]]
  script.reading = makeReading()
  script.portrait = makePortrait()
}

test('nothing is said of a document or of faces before there are any', async ({ app }) => {
  const id = await create(app)
  expect(await readFacts(app, id)).toMatchObject({
    documents: { refused: 0 },
    faces: { mismatches: 0 },
    liveness: { done: false, spoofs: 0 },
    device: { known: false },
  })
})

test('the newest document has the verdict, and what it rests on', async ({ app, scripted }) => {
  stage(scripted.script)
  const id = await createTransaction(app, { document: '52998224725' })
  await sendDocument(app, id, 21, { name: 'magic-inconclusive.jpg' })
  expect((await readFacts(app, id))['documents']).toEqual({
    verdict: 'Inconclusivo',
    assurance: 'picture-only',
    engine: 'sandbox',
    refused: 0,
  })
  await sendDocument(app, id, 22, { name: 'magic-approved.jpg' })
  expect((await readFacts(app, id))['documents']).toMatchObject({ verdict: 'Aprovado' })
})

test('faces are those of the newest live selfie, and the worst of its comparisons counts', async ({
  app,
  scripted: { script },
}) => {
  stage(script)
  const id = await create(app)
  await post(app, id, { images: [images[1]] })
  await sendDocument(app, id, 23)
  // Nobody was seen alive: a match of that selfie is no fact.
  expect((await readFacts(app, id))['faces']).toEqual({ mismatches: 0 })
  await post(app, id, named('magic-live', 2))
  script.portrait = makePortrait(1)
  await sendDocument(app, id, 24)
  expect((await readFacts(app, id))['faces']).toEqual({ verdict: 'no-match', mismatches: 1 })
  script.portrait = makePortrait()
  await sendDocument(app, id, 25)
  expect((await readFacts(app, id))['faces']).toEqual({ verdict: 'no-match', mismatches: 1 })
})

test('a match with an earlier document says nothing of the one with the verdict', async ({
  app,
  scripted: { script },
}) => {
  stage(script)
  const id = await create(app)
  await post(app, id, named('magic-live'))
  await sendDocument(app, id, 26, { name: 'magic-approved.jpg' })
  expect((await readFacts(app, id))['faces']).toEqual({ verdict: 'match', mismatches: 0 })
  script.portrait = undefined
  await sendDocument(app, id, 27)
  expect((await readFacts(app, id))['faces']).toEqual({ mismatches: 0 })
})

test('a refusal and a mismatch are counted over everything that was sent, and unreadable ones are none', async ({
  app,
  scripted: { script },
}) => {
  stage(script)
  const id = await createTransaction(app, { document: '52998224725' })
  await post(app, id, named('magic-live'))
  await sendDocument(app, id, 28, { name: 'magic-inconclusive.jpg' })
  await sendDocument(app, id, 29, { name: 'magic-other-cpf.jpg' })
  script.portrait = makePortrait(1)
  await sendDocument(app, id, 30)
  script.portrait = makePortrait()
  await post(app, id, named('magic-live', 1))
  await sendDocument(app, id, 31, { name: 'magic-approved.jpg' })
  const { documents, faces } = await readFacts(app, id)
  expect(documents).toMatchObject({ verdict: 'Aprovado', refused: 2 })
  expect(faces).toEqual({ verdict: 'match', mismatches: 1 })
})

test('suspected spoofs are counted, and the newest liveness is the one that counts', async ({
  app,
  scripted,
}) => {
  stage(scripted.script)
  const id = await create(app)
  for (const [at, name] of ['magic-spoof', 'magic-live', 'magic-spoof'].entries())
    await post(app, id, named(name, at))
  await app.call('GET', pathOf(id))
  expect((await readFacts(app, id))['liveness']).toMatchObject({
    status: 2,
    attempts: 3,
    spoofs: 2,
  })
  expect((await readFacts(app, id))['device']).toMatchObject({ rules: [1001], fired: [1001] })
})

test('an engine says who it is and what it sees of an attack, and what is not said is no fact', async ({
  app,
  scripted: { script },
}) => {
  stage(script)
  const id = await createTransaction(app, { document: '52998224725' })
  await post(app, id, { images: [images[1]] })
  await sendDocument(app, id, 41)
  const silent = await readFacts(app, id)
  for (const group of ['liveness', 'documents'])
    expect(Object.keys(silent[group] ?? {})).not.toEqual(expect.arrayContaining(['engine']))
  script.said = { engine: { name: 'acme-pad', version: '4.2' }, attack: 'injection' }
  script.reading = makeReading({
    documentType: 'CNH',
    engine: { name: 'acme-vio' },
    attack: 'alteration',
    assurance: 'signed',
  })
  await post(app, id, { images: [images[2]] })
  await sendDocument(app, id, 42)
  const said = await readFacts(app, id)
  expect(said['liveness']).toMatchObject({ status: 2, spoofs: 1, engine: 'acme-pad/4.2', attack: 'injection' }) // prettier-ignore
  expect(said['documents']).toMatchObject({ verdict: 'Inconclusivo', assurance: 'signed', engine: 'acme-vio', attack: 'alteration' }) // prettier-ignore
  const [newest] = await (await app.call('GET', `/v1/${id}/redoc`)).json()
  expect(newest.additionalInformation).toEqual(expect.arrayContaining(['engine:acme-vio', 'attack:alteration'])) // prettier-ignore
  delete script.said
})

test('an engine’s word that a document is signed counts for kinds that the tenant has tried', async ({
  app,
  scripted: { script },
}) => {
  stage(script)
  for (const [kind, mode, assurance] of [
    ['CNH', 'sandbox', 'signed'],
    ['RG', 'sandbox', 'picture-only'],
    ['CNH', 'live', 'picture-only'],
  ] as const) {
    script.reading = makeReading({ documentType: kind, assurance: 'signed' })
    const id = await createTransaction(app, { document: '52998224725' }, { mode })
    await sendDocument(app, id, 43, { mode })
    expect((await readFacts(app, id))['documents']).toMatchObject({ assurance })
  }
})
