// What the service could not decide on a link, decided by a person: one test per status.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { linkStepClosed } from '#src/links/lvs/kinds.ts'
import { closeStep } from '#src/links/lvs/steps.ts'
import { findLatestLink } from '#src/links/lvs/store.ts'
import { linkSteps } from '#src/links/lvs/table.ts'
import { aiDocs } from '#src/biometrics/redoc/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { testOn } from '#test/support/app-fixture.ts'
import { createTestApp, type TestApp, testIssuer } from '#test/support/app.ts'
import { createLinks } from '#test/support/messaging/links.ts'
import { claimStep, decide as decideReview, deny, personOf } from '#test/support/reviews.ts'
import { encodeForm } from '#test/support/forms.ts'
import type { Claims } from '#test/support/token.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'
import { createWalker, type Walker } from '#test/support/walker.ts'
import { definePack, module } from '#test/support/packs/build.ts'

const papers = definePack('papers', 1, module(aiDocs))
const test = testOn(async (db) => {
  await publishPacks(db, [papers])
  const links = createLinks({ name: 'Acme', packName: papers.name })
  return createTestApp(db, undefined, { links })
})

const pathOf = (id: string) => `/v1/transaction/${id}/lvs`
const scope = 'reviews:write'

/** A link that its person has walked, with a document that nobody could decide. */
async function walk(
  app: TestApp,
  outcome: 'review' | 'inconclusive' = 'review',
  { pack, job }: { readonly pack?: string; readonly job?: string } = {},
) {
  const id = await createTransaction(app)
  const asked = pack === undefined ? {} : { pack }
  const { link } = await (await app.call('POST', pathOf(id), { body: asked })).json()
  const walker = createWalker(app.call)
  await walker.open(new URL(link).pathname)
  await walker.press('')
  await walker.press('consent')
  if (job !== undefined) await sendForm(walker, { job })
  const found = await findLatestLink(app.deps.db, id)
  if (!found) throw new Error('the link is there')
  await commitOn(app.deps, id, async (tx, locked) => {
    await closeStep(tx, found.id, 'aiDocs', { outcome, reasons: [], closedAt: locked.now })
    append(locked, { kind: linkStepClosed, module: 'aiDocs', ref: found.id, code: outcome })
  })
  return { id, linkId: found.id }
}

/** Sends the form that is shown, as a browser without a script does. */
async function sendForm(walker: Walker, fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  form.set('key', walker.key)
  for (const name of ['step', 'round'])
    form.set(name, new RegExp(`name="${name}" value="([^"]*)"`).exec(walker.seen.text)?.[1] ?? '')
  for (const [name, value] of Object.entries(fields)) form.set(`f.${name}`, value)
  const sent = await walker.send('POST', `${walker.path}/form`, await encodeForm(form))
  expect(sent.status).toBe(303)
}

const list = async (app: TestApp, claims: Claims = { scope }) =>
  (await app.call('GET', '/v1/lvs/reviews', { claims })).json()

/** By who has it in hand. */
const decide = (app: TestApp, claims: Claims & { readonly review: string }, outcome: string) =>
  decideReview(app, claims.review, outcome, { claims })

const readLvs = async (app: TestApp, id: string) => (await app.call('GET', pathOf(id))).json()

test('200: it is listed until it is decided, and the score and the timeline follow', async ({
  app,
}) => {
  const one = await walk(app)
  const other = await walk(app, 'inconclusive')
  const pending = { status: 'PENDING', score: null, reviewPending: true }
  expect(await readLvs(app, one.id)).toMatchObject(pending)
  const shown = { transactionId: one.id, linkId: one.linkId, step: 'aiDocs' }
  expect(await list(app)).toEqual([
    { ...shown, result: 'Inconclusivo', because: 'asked-for', since: expect.any(String) },
    expect.objectContaining({ transactionId: other.id, because: 'inconclusive' }),
  ])

  const claims = await claimStep(app, one)
  expect((await decide(app, claims, 'approved')).status).toBe(200)
  const others = await claimStep(app, other)
  expect((await decide(app, others, 'rejected')).status).toBe(200)
  expect(await list(app)).toEqual([])
  expect(await readLvs(app, one.id)).toMatchObject({ status: 'COMPLETED', score: 39 })
  expect(await readLvs(app, other.id)).toMatchObject({ status: 'COMPLETED', score: 0 })
  const timeline = await (await app.call('GET', `/v1/transaction/${one.id}/timeline`)).json()
  const kinds = timeline.map(({ kind }: { kind: string }) => kind)
  expect(kinds.slice(-3)).toEqual(['review-decided', 'link-step-reviewed', 'link-completed'])
  const [row] = await app.deps.db.select().from(linkSteps).where(eq(linkSteps.linkId, one.linkId))
  expect(row).toMatchObject({ outcome: 'approved', reviewedBy: expect.any(String) })
})

test('403: without its scope nothing is shown', async ({ app }) => {
  const claims = { scope: 'credit:read' }
  expect((await app.call('GET', '/v1/lvs/reviews', { claims })).status).toBe(403)
})

test('of another tenant, or of the other mode, nothing is listed', async ({ app }) => {
  await walk(app)
  expect(await list(app, { scope, tenant: 'other' })).toEqual([])
  expect(await list(app, { scope, mode: 'live' })).toEqual([])
})

test('409: what was decided is not decided otherwise, and what one does not have is not decided', async ({
  app,
}) => {
  const walked = await walk(app)
  const claims = await claimStep(app, walked)
  const picked = await decide(app, { ...personOf('dora'), review: claims.review }, 'rejected')
  expect([picked.status, (await readProblem(picked)).code]).toEqual([409, 'not-yours'])
  expect((await decide(app, claims, 'rejected')).status).toBe(200)
  const refused = await decide(app, claims, 'approved')
  expect([refused.status, (await readProblem(refused)).code]).toEqual([409, 'decided'])
  expect(await readLvs(app, walked.id)).toMatchObject({ score: 0 })
})

test('202 and 403: approving against a denial takes two people, of a link too', async ({
  app,
  db,
}) => {
  const walked = await walk(app)
  await deny({ app }, walked.id)
  const claims = await claimStep(app, walked)
  const nobody = await decide(app, claims, 'approved')
  expect([nobody.status, (await readProblem(nobody)).code]).toEqual([403, 'person-needed'])
  const people = await createTestApp(db, app.sealer, {
    links: createLinks({ name: 'Acme', packName: papers.name }),
    issuers: [testIssuer({ people: true })],
  })
  const first = await decide(people, claims, 'approved')
  expect([first.status, await first.json()]).toEqual([202, { awaiting: 'second' }])
  expect(await readLvs(app, walked.id)).toMatchObject({ status: 'PENDING', score: null })
  const second = await claimStep(people, walked)
  expect((await decide(people, second, 'approved')).status).toBe(200)
  expect(await readLvs(app, walked.id)).toMatchObject({ status: 'COMPLETED' })
})

test('a link’s review stands in the one queue, and its step is asked again', async ({ app }) => {
  const walked = await walk(app)
  const { review, ...claims } = await claimStep(app, walked)
  const path = `/v1/reviews/${review}`
  expect(await (await app.call('GET', path, { claims })).json()).toMatchObject({
    source: 'link',
    linkId: walked.linkId,
    step: 'aiDocs',
    pack: 'papers@1',
    again: ['aiDocs'],
  })
  const body = { outcome: 'again', modules: ['aiDocs'], reasons: ['unreadable'] }
  expect((await app.call('POST', `${path}/decision`, { body, claims })).status).toBe(200)
  const open = await readLvs(app, walked.id)
  expect(open).toMatchObject({ status: 'PENDING', reviewPending: false, score: null, steps: [] })
  const [row] = await app.deps.db
    .select()
    .from(linkSteps)
    .where(eq(linkSteps.linkId, walked.linkId))
  expect(row).toMatchObject({ outcome: null, tries: 1, reviewedAt: null })
})

test('a new link closes the reviews of the old one as superseded', async ({ app }) => {
  const walked = await walk(app)
  const { review, ...claims } = await claimStep(app, walked)
  expect((await app.call('POST', pathOf(walked.id))).status).toBe(201)
  const shown = await app.call('GET', `/v1/reviews/${review}`, { claims })
  expect(await shown.json()).toMatchObject({ status: 'superseded' })
  const refused = await app.call('POST', `/v1/reviews/${review}/decision`, {
    body: { outcome: 'approved', reasons: ['seen'] },
    claims,
  })
  expect([refused.status, (await readProblem(refused)).code]).toEqual([409, 'decided'])
})

test('of a form that was answered before the step its reviewer sees the answers, as of any review of the run', async ({
  app,
}) => {
  const form = {
    kind: 'ask',
    id: 'profile',
    title: 'About you',
    fields: [{ name: 'job', type: 'text', label: 'Job', required: true }],
  }
  const name = `asked-${randomUUID()}`
  const root = { kind: 'sequence', steps: [form, { kind: 'module', module: 'aiDocs' }] }
  const scopes = 'packs:write packs:live transactions:write'
  const made = { body: { root }, claims: { scope: scopes } }
  expect((await app.call('POST', `/v1/packs/${name}/versions`, made)).status).toBe(201)
  const one = await walk(app, 'review', { pack: name, job: 'Médica' })
  const claims = await claimStep(app, one)
  const shown = await (await app.call('GET', `/v1/reviews/${claims.review}`, { claims })).json()
  expect(shown).toMatchObject({
    source: 'link',
    step: 'aiDocs',
    answers: [{ step: 'profile', by: 'person', fields: [{ name: 'job', value: 'Médica' }] }],
    modules: { profile: 'completed', aiDocs: 'processing' },
  })
  expect((await decide(app, claims, 'approved')).status).toBe(200)
  expect(await readLvs(app, one.id)).toMatchObject({ status: 'COMPLETED', score: 39 })
})
