// The facts of a run: what was proved before a fresh step, or is too old for it, is not known; what spoke against stays.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { standByEngines } from '#test/support/biometrics/engines.ts'
import { createPerson, personOf } from './verdicts/people.ts'

const test = testOn(async (db) => {
  await standByEngines(db)
  return createTestApp(db)
})

const claims = { scope: 'packs:write packs:live transactions:write', sub: 'team' }
const stop = (outcome: string, reason: string) => ({ kind: 'stop', outcome, reason })
const face = (more: object) => ({
  kind: 'module',
  module: 'facialBiometrics',
  optional: true,
  deadlineSeconds: 60,
  ...more,
})

async function publish(app: TestApp, more: object, condition: string): Promise<string> {
  const name = `facts-${randomUUID()}`
  const asks = {
    kind: 'when',
    id: 'asks',
    condition,
    run: stop('approved', 'proven'),
    otherwise: stop('rejected', 'disproven'),
  }
  const root = { kind: 'sequence', steps: [face(more), asks] }
  const answered = await app.call('POST', `/v1/packs/${name}/versions`, { body: { root }, claims })
  expect(answered.status).toBe(201)
  return name
}

const live = 'facts.liveness.status == 1'
const day = 86_400

/** The verdict of a run that begins `laterSeconds` after a live selfie, and is left alone until the step's deadline. */
async function verdictAfter(app: TestApp, pack: string, laterSeconds: number, picture?: string) {
  const person = await createPerson(app, personOf())
  await (picture ? person.showPicture(picture) : person.showFace())
  await person.wait(laterSeconds / day)
  await person.ask(pack)
  await person.wait(61 / day)
  return person.ask(pack)
}

test.for<[string, object, string, number, string[]]>([
  ['a selfie of before, where all counts', {}, live, day, ['approved', 'proven']],
  ['a selfie of before a fresh step', { fresh: true }, live, 10, ['review', 'unanswered']],
  ['a selfie that is young enough', { maxAgeSeconds: day }, live, day - 60, ['approved', 'proven']],
  ['a selfie that is too old', { maxAgeSeconds: day }, live, day + 60, ['review', 'unanswered']],
  [
    'a device of before a fresh step',
    { fresh: true },
    'facts.device.known',
    10,
    ['rejected', 'disproven'],
  ],
  [
    'that nothing spoke against it, before a fresh step',
    { fresh: true },
    'facts.liveness.spoofs == 0',
    10,
    ['approved', 'proven'],
  ],
])('%s', async ([, more, condition, later, verdict], { app }) => {
  expect(await verdictAfter(app, await publish(app, more, condition), later)).toEqual(verdict)
})

test('a suspected spoof of before counts in a fresh step, too', async ({ app }) => {
  const pack = await publish(app, { fresh: true }, 'facts.liveness.spoofs >= 1')
  expect(await verdictAfter(app, pack, day, 'magic-spoof')).toEqual(['approved', 'proven'])
})

test.for([
  [
    'two inconclusive ones of three',
    { tries: 3 },
    ['magic-no-face', 'magic-no-face'],
    'processing',
  ],
  [
    'three inconclusive ones of three',
    { tries: 3 },
    ['magic-no-face', 'magic-no-face', 'magic-no-face'],
    'completed',
  ],
  ['an inconclusive one where there is no second try', {}, ['magic-no-face'], 'completed'],
  ['a suspected spoof of three', { tries: 3 }, ['magic-spoof'], 'processing'],
  ['a second suspected spoof of three', { tries: 3 }, ['magic-spoof', 'magic-spoof'], 'completed'],
  ['none by coming nearer', { challenge: 'approach' }, ['magic-no-face'], 'processing'],
] as const)('%s', async ([, options, pictures, status], { app }) => {
  const pack = await publish(app, { with: options, deadlineSeconds: day }, live)
  const person = await createPerson(app, personOf())
  for (const [at, picture] of pictures.entries()) await person.showPicture(picture, at)
  const answer = await app.call('GET', `/v1/packs/${pack}/${person.id}`, {
    headers: { prefer: 'wait=0' },
  })
  expect((await answer.json()).steps.facialBiometrics.moduleStatus).toBe(status)
})
