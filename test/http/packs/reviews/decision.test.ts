// Decisions and appeals: POST /v1/reviews/{id}/decision and /v1/reviews/{id}/appeal.
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { audit } from '#src/platform/audit/table.ts'
import {
  ana,
  askReview,
  bia,
  caio,
  decide,
  deny,
  next,
  openReviews,
  personOf,
  type Reviewing,
  takeNext,
} from '#test/support/reviews.ts'
import { testIssuer } from '#test/support/app.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { readProblem } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

const readPack = async ({ app, name }: Reviewing, id: string) =>
  (await app.call('GET', `/v1/packs/${name}/${id}`, { claims: ana })).json()

const appeal = ({ app }: Reviewing, id: string, claims = bia) =>
  app.call('POST', `/v1/reviews/${id}/appeal`, { claims })

const codeOf = async (answer: Response) => [answer.status, (await readProblem(answer)).code]

test('200: the decision is the outcome of the run from then on, an audit row with its person, and codes in the timeline', async ({
  db,
  own,
}) => {
  const id = await askReview(own)
  expect(await readPack(own, id)).toMatchObject({ status: 'completed', outcome: 'review' })
  const review = await takeNext(own.app)
  const answer = await decide(own.app, review, 'approved', { body: { note: 'Looked at both.' } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    status: 'decided',
    decision: { outcome: 'approved', reasons: ['seen'] },
  })
  expect(await readPack(own, id)).toMatchObject({
    status: 'completed',
    outcome: 'approved',
    stopReason: 'list-hit',
    decidedBy: 'review',
  })
  const timeline = await own.app.call('GET', `/v1/transaction/${id}/timeline`, { claims: ana })
  const entries = await timeline.json()
  expect(entries.slice(-2)).toMatchObject([
    { kind: 'review-decided', outcome: 'approved', reason: 'seen' },
    { kind: 'pack-decided', outcome: 'approved' },
  ])
  expect(JSON.stringify(entries)).not.toContain('Looked')
  const [row] = await db
    .select()
    .from(audit)
    .where(and(eq(audit.object, review), eq(audit.action, 'review.decided')))
  expect(row).toMatchObject({
    actor: expect.any(String),
    transactionId: id,
    details: { outcome: 'approved', reasons: 'seen', people: 1 },
  })
  // The note is read back by whoever reviews, and stands sealed.
  const detail = await own.app.call('GET', `/v1/reviews/${review}`, { claims: bia })
  expect((await detail.json()).note).toBe('Looked at both.')
  const [stored] = await db.select().from(reviews).where(eq(reviews.id, review))
  expect(stored?.note?.includes('Looked')).toBe(false)
})

test('202: approving against a denial takes two people, whoever comes second', async ({ own }) => {
  const id = await askReview(own)
  await deny(own, id)
  const review = await takeNext(own.app, ana)
  const first = await decide(own.app, review, 'approved', { claims: ana })
  expect([first.status, await first.json()]).toEqual([202, { awaiting: 'second' }])
  expect(await readPack(own, id)).toMatchObject({ outcome: 'review' })
  // The first does not get it again, and cannot be the second.
  expect((await next(own.app, ana)).status).toBe(204)
  expect(await codeOf(await decide(own.app, review, 'approved', { claims: ana }))).toEqual([
    409,
    'not-yours',
  ])
  expect(await takeNext(own.app, bia)).toBe(review)
  expect((await decide(own.app, review, 'approved', { claims: bia })).status).toBe(200)
  expect(await readPack(own, id)).toMatchObject({ outcome: 'approved', decidedBy: 'review' })
})

test('an approval against a denial lifts it, with the second of two, and nothing else does', async ({
  db,
}) => {
  await db.delete(reviews)
  const lifted: string[] = []
  const lifting = {
    name: 'lifting',
    liftDenials: async (_ctx: unknown, id: string) => void lifted.push(id),
  }
  const own = await openReviews(db, { offered: [...capabilities, lifting] })
  const id = await askReview(own)
  await deny(own, id)
  const review = await takeNext(own.app, ana)
  await decide(own.app, review, 'approved', { claims: ana })
  expect(lifted).toEqual([])
  await takeNext(own.app, bia)
  await decide(own.app, review, 'approved', { claims: bia })
  expect(lifted).toEqual([review])
  const other = await askReview(own)
  await deny(own, other)
  await decide(own.app, await takeNext(own.app, ana), 'rejected')
  expect(lifted).toEqual([review])
})

test('a reply one second after the run ended counts against its approval', async ({ own }) => {
  const id = await askReview(own)
  const review = await takeNext(own.app, ana)
  await deny(own, id)
  expect((await decide(own.app, review, 'approved')).status).toBe(202)
  expect(await readPack(own, id)).toMatchObject({ outcome: 'review' })
})

test('rejecting takes one, and of two who differ nothing comes until two agree', async ({
  own,
}) => {
  const one = await askReview(own)
  await deny(own, one)
  const rejected = await takeNext(own.app, ana)
  expect((await decide(own.app, rejected, 'rejected')).status).toBe(200)
  expect(await readPack(own, one)).toMatchObject({ outcome: 'rejected', decidedBy: 'review' })

  const id = await askReview(own)
  await deny(own, id)
  const review = await takeNext(own.app, ana)
  await decide(own.app, review, 'approved', { claims: ana })
  await takeNext(own.app, bia)
  expect((await decide(own.app, review, 'rejected', { claims: bia })).status).toBe(200)
  expect(await readPack(own, id)).toMatchObject({ outcome: 'rejected' })
})

test('400: reasons are codes, and what is done anew is named', async ({ own }) => {
  await askReview(own)
  const review = await takeNext(own.app)
  for (const [outcome, body] of [
    ['perhaps', {}],
    ['approved', { reasons: [] }],
    ['approved', { reasons: ['Not A Code'] }],
    ['approved', { note: 'x'.repeat(1_001) }],
    ['again', {}],
    ['again', { modules: ['nothing'] }],
  ] as const) {
    const answer = await decide(own.app, review, outcome, { body })
    expect([outcome, answer.status]).toEqual([outcome, 400])
  }
})

test('403: a credential that is nobody’s is not one of two people, and appeals for nobody', async ({
  db,
}) => {
  const own = await openReviews(db, { issuers: [testIssuer()] })
  await db.delete(reviews)
  const id = await askReview(own)
  const review = await takeNext(own.app)
  await deny(own, id)
  expect(await codeOf(await decide(own.app, review, 'approved'))).toEqual([403, 'person-needed'])
  expect(await readPack(own, id)).toMatchObject({ outcome: 'review' })
  expect((await decide(own.app, review, 'rejected')).status).toBe(200)
  expect(await codeOf(await appeal(own, review))).toEqual([403, 'person-needed'])
})

test('409: what was decided is decided, and what nobody was given is not yours', async ({
  own,
}) => {
  await askReview(own)
  const { reviews: open } = await (await own.app.call('GET', '/v1/reviews', { claims: ana })).json()
  const picked = open[0].id
  expect(await codeOf(await decide(own.app, picked, 'approved'))).toEqual([409, 'not-yours'])
  await takeNext(own.app, bia)
  expect(await codeOf(await decide(own.app, picked, 'approved'))).toEqual([409, 'not-yours'])
  expect((await decide(own.app, picked, 'approved', { claims: bia })).status).toBe(200)
  expect(await codeOf(await decide(own.app, picked, 'rejected', { claims: bia }))).toEqual([
    409,
    'decided',
  ])
})

test('of two decisions at once one counts', async ({ own }) => {
  const id = await askReview(own)
  const review = await takeNext(own.app)
  const answers = await Promise.all([
    decide(own.app, review, 'approved'),
    decide(own.app, review, 'rejected'),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const won = answers[0]?.status === 200 ? 'approved' : 'rejected'
  expect(await readPack(own, id)).toMatchObject({ outcome: won })
})

test('a decision sent again with its key is answered alike, and made once', async ({ db, own }) => {
  await askReview(own)
  const review = await takeNext(own.app)
  const headers = { 'idempotency-key': 'decision-1' }
  const first = await decide(own.app, review, 'approved', { headers })
  const again = await decide(own.app, review, 'approved', { headers })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(await first.json())
  expect((await decide(own.app, review, 'rejected', { headers })).status).toBe(422)
  const rows = await db.select().from(audit).where(eq(audit.object, review))
  expect(rows.filter(({ action }) => action === 'review.decided')).toHaveLength(1)
})

test('201: an appeal is decided by another person, and stands until then', async ({ own }) => {
  const id = await askReview(own)
  const review = await takeNext(own.app, ana)
  expect(await codeOf(await appeal(own, review))).toEqual([409, 'not-decided'])
  await decide(own.app, review, 'rejected')
  const answer = await appeal(own, review)
  expect(answer.status).toBe(201)
  const opened = await answer.json()
  expect(opened).toMatchObject({ appealOf: review, because: 'appeal', status: 'open' })
  expect((await (await appeal(own, review)).json()).id).toBe(opened.id)
  expect(await readPack(own, id)).toMatchObject({ outcome: 'rejected' })
  expect((await next(own.app, ana)).status).toBe(204)
  expect(await takeNext(own.app, bia)).toBe(opened.id)
  expect((await decide(own.app, opened.id, 'approved', { claims: bia })).status).toBe(200)
  expect(await readPack(own, id)).toMatchObject({ outcome: 'approved', decidedBy: 'review' })
  // Of the older decision nothing stands any more; the newer one can be appealed against, before a third.
  const further = await (await appeal(own, opened.id, caio)).json()
  expect((await next(own.app, ana)).status).toBe(204)
  expect((await next(own.app, bia)).status).toBe(204)
  expect(await takeNext(own.app, caio)).toBe(further.id)
})

test('what was erased is nobody’s to decide', async ({ db, own }) => {
  const id = await askReview(own)
  const review = await takeNext(own.app)
  await commitOn(own.app.deps, id, eraseTransaction)
  expect((await decide(own.app, review, 'approved')).status).toBe(404)
  expect((await next(own.app, personOf('dora'))).status).toBe(204)
  const [row] = await db.select().from(reviews).where(eq(reviews.id, review))
  expect(row?.closedAs).toBe('erased')
})
