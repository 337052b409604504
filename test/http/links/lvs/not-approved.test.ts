// What a link must never say yes to: each through the page to `lvs`, a pack that goes by the link, and `onboarding`.
import { expect } from 'vitest'
import { linkBiometrics } from '#src/links/lvs/rules.ts'
import { findLatestLink } from '#src/links/lvs/store.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { scriptedEngines } from '#test/support/biometrics/engines.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'
import { claimStep, decide } from '#test/support/reviews.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { createWalker } from '#test/support/walker.ts'
import { begin, readLvs } from '../pictures.ts'
import { type Case, cases, held, showFace, shown } from './impostors.ts'

const byLink = definePack(
  'by-link',
  1,
  sequence(
    module(linkBiometrics),
    when(
      [linkBiometrics],
      'linkBiometrics.results[0].score >= 70.0',
      stop('approved', 'score-high'),
      stop('review', 'score-low'),
    ),
  ),
)

const test = database
  .extend('scripted', { scope: 'file' }, () => scriptedEngines())
  .extend('app', { scope: 'file' }, async ({ db, scripted: { engines } }) => {
    await publishPacks(db, [byLink])
    const links = createLinks({ name: 'Acme' })
    return createTestApp(db, undefined, { engines, links })
  })

const neverSaid: Case = { act: () => Promise.reject(new Error('no such case')) }

/** Of the service's pack of links. */
const verdictOf = (most: number | undefined) => {
  if (most === undefined) return { status: 'processing' }
  return most <= 20
    ? { status: 'completed', outcome: 'rejected', stopReason: 'step-rejected' }
    : { status: 'completed', outcome: 'review', stopReason: 'score-low' }
}

async function readVerdict(app: TestApp, id: string) {
  const headers = { prefer: 'wait=0' }
  const answer = await app.call('GET', `/v1/packs/link/${id}`, { headers })
  const { status, outcome, stopReason } = await answer.json()
  return { status, ...(outcome && { outcome, stopReason }) }
}

test.for(Object.keys(cases))('not approved: %s', async (name, { app, scripted }) => {
  const { fields, act, most, step, review } = cases[name] ?? neverSaid
  const begun = await begin(app, { name: 'Ana Exemplo', birthdate: '1990-05-17', ...fields })
  await act({ app, scripted, ...begun })
  const lvs = await readLvs(app, begun.id)
  if (most === undefined) expect(lvs).toMatchObject(held)
  else {
    expect(lvs).toMatchObject({ status: 'COMPLETED', reviewPending: false })
    expect(lvs.score).toBeLessThanOrEqual(most)
  }
  if (step) expect(lvs.steps).toContainEqual(step)
  // The person is told one thing, whatever it was.
  expect(begun.walker.seen.title).toContain('Pronto')
  for (const word of ['faces-', 'denied', 'spoof', 'suspeit', 'dispositivo'])
    expect(begun.walker.seen.text).not.toContain(word)
  const before = await askPacks(app, begun.id)
  expect(await readVerdict(app, begun.id)).toEqual(verdictOf(most))
  if (most !== undefined) return expectNowhere(before)
  expect(before[byLink.name]).toMatchObject({
    status: 'processing',
    linkBiometrics: { results: [] },
  })
  // A reviewer decides, by the one queue; whatever is decided, nothing else comes of it by itself.
  await decideInQueue(app, begun.id, 'rejected', review)
  const after = await readLvs(app, begun.id)
  expect(after).toMatchObject({ status: 'COMPLETED', reviewPending: false })
  expect(after.score).toBeLessThanOrEqual(20)
  expectNowhere(await askPacks(app, begun.id))
  expect(await readVerdict(app, begun.id)).toEqual(verdictOf(20))
})

type Answered = Readonly<Record<string, { readonly status: string; readonly outcome?: string }>>

async function askPacks(app: TestApp, id: string): Promise<Answered> {
  const names = [byLink.name, 'onboarding']
  const asked = names.map(async (pack) => {
    const headers = { prefer: 'wait=0' }
    const answer = await app.call('GET', `/v1/packs/${pack}/${id}`, { headers })
    expect([200, 202]).toContain(answer.status)
    return [pack, await answer.json()]
  })
  return Object.fromEntries(await Promise.all(asked))
}

const expectNowhere = (answered: Answered) => {
  expect(Object.keys(answered)).toEqual([byLink.name, 'onboarding'])
  for (const { outcome } of Object.values(answered)) expect(outcome).not.toBe('approved')
}

/** The review of a step, as whoever gets it handed out decides it. */
async function decideInQueue(
  app: TestApp,
  id: string,
  outcome: 'approved' | 'rejected',
  step: 'aiDocs' | 'facialBiometrics' = 'facialBiometrics',
) {
  const link = await findLatestLink(app.deps.db, id)
  const place = { linkId: link?.id ?? '', step }
  const { review, ...claims } = await claimStep(app, place)
  const seen = await (await app.call('GET', `/v1/reviews/${review}`, { claims })).json()
  expect(seen).toMatchObject({ source: 'link', transactionId: id, status: 'open', ...place })
  expect((await decide(app, review, outcome, { claims })).status).toBe(200)
}

test('approved by a reviewer: a mere picture of a face, and the link says so', async ({
  app,
  scripted,
}) => {
  const begun = await begin(app, { name: 'Ana Exemplo', birthdate: '1990-05-17' })
  const { act } = cases['a mere picture of a face'] ?? neverSaid
  await act({ app, scripted, ...begun })
  await decideInQueue(app, begun.id, 'approved')
  expect(await readLvs(app, begun.id)).toMatchObject({ status: 'COMPLETED', score: 90 })
  // A link is one thing that a pack can ask for, and `onboarding` asks for a living face itself.
  const answered = await askPacks(app, begun.id)
  expect(answered[byLink.name]).toMatchObject({ status: 'completed', outcome: 'approved' })
  expect(await readVerdict(app, begun.id)).toMatchObject({ outcome: 'approved' })
  expect(answered['onboarding']?.outcome).not.toBe('approved')
})

const addressOf = async (app: TestApp, id: string): Promise<string> =>
  new URL((await readLvs(app, id)).link).pathname

test('not approved: who is put behind a link of somebody else by another site', async ({ app }) => {
  const id = await createTransaction(app)
  const path = await addressOf(app, id)
  const victim = createWalker(app.call)
  await victim.open(path)
  const nonce = /name="nonce" value="([^"]+)"/.exec(victim.seen.text)?.[1] ?? ''
  const forged = new URLSearchParams({ nonce }).toString()
  const headers = { 'sec-fetch-site': 'cross-site' }
  await victim.send('POST', path, { body: forged, headers })
  expect(victim.cookies.size).toBe(0)
  const lvs = await readLvs(app, id)
  expect(lvs).toMatchObject({ status: 'PENDING', score: null, reviewPending: false, steps: [] })
  expectNowhere(await askPacks(app, id))
})

test('not approved: the link in the other tab, by what was done in this one', async ({
  app,
  scripted,
}) => {
  const begun = await begin(app, { name: 'Ana Exemplo', birthdate: '1990-05-17' })
  const { walker } = begun
  const first = walker.path
  const other = await createTransaction(app)
  await walker.open(await addressOf(app, other))
  await walker.press('')
  await walker.press('consent')
  const second = walker.path
  await walker.open(first)
  const person = { app, scripted, ...begun }
  await shown(person)
  await showFace(person)
  expect(await readLvs(app, begun.id)).toMatchObject({ status: 'COMPLETED', score: 90 })
  expect((await walker.open(second)).title).toContain('Confirme seu e-mail')
  const lvs = await readLvs(app, other)
  expect(lvs).toMatchObject({ status: 'PENDING', score: null, reviewPending: false, steps: [] })
  expectNowhere(await askPacks(app, other))
})

test('approved: who reads the e-mail, has the document and stands before the camera', async ({
  app,
  scripted,
}) => {
  const begun = await begin(app, { name: 'Ana Exemplo', birthdate: '1990-05-17' })
  const person = { app, scripted, ...begun }
  await shown(person)
  await showFace(person)
  const done = (step: string) => ({ step, outcome: 'done' })
  expect(await readLvs(app, begun.id)).toMatchObject({
    status: 'COMPLETED',
    score: 90,
    reviewPending: false,
    steps: [
      done('emailToken'),
      { step: 'phoneConfirmation', outcome: 'skipped', reasons: ['not-asked'] },
      done('aiDocs'),
      done('facialBiometrics'),
    ],
  })
  expect(await readVerdict(app, begun.id)).toEqual({
    status: 'completed',
    outcome: 'approved',
    stopReason: 'all-shown',
  })
  const answer = await app.call('GET', `/v1/packs/${byLink.name}/${begun.id}`)
  expect(await answer.json()).toMatchObject({ status: 'completed', outcome: 'approved' })
})
