// The queue: GET /v1/reviews, GET /v1/reviews/{id}, POST /v1/reviews/next, /v1/reviews/{id}/claim and …/release.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { reviews } from '#src/packs/reviews/table.ts'
import { audit } from '#src/platform/audit/table.ts'
import {
  ana,
  askReview,
  bia,
  decide,
  next,
  personOf,
  type Reviewing,
  takeNext,
} from '#test/support/reviews.ts'
import { readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

const list = async ({ app }: Reviewing, query = '', claims = ana) =>
  (await app.call('GET', `/v1/reviews${query}`, { claims })).json()

test('200: a run that ends with review stands in the queue, with codes alone', async ({ own }) => {
  const { app, name } = own
  const id = await askReview(own)
  const { reviews: found } = await list(own)
  expect(found).toEqual([
    {
      id: expect.any(String),
      transactionId: id,
      source: 'pack',
      pack: `${name}@1`,
      runId: expect.any(String),
      because: 'list-hit',
      status: 'open',
      priority: 'normal',
      openedAt: expect.any(String),
      deadlineAt: expect.any(String),
      isYours: false,
      awaitsSecond: false,
      people: 1,
    },
  ])
  const timeline = await app.call('GET', `/v1/transaction/${id}/timeline`, { claims: ana })
  expect((await timeline.json()).at(-1)).toMatchObject({
    kind: 'review-opened',
    ref: found[0].id,
    outcome: 'list-hit',
  })
})

test('200: a page ends with a cursor, behind which the rest stands', async ({ own }) => {
  const ids = [await askReview(own), await askReview(own), await askReview(own)]
  const first = await list(own, '?limit=2')
  expect(first.reviews.map((one: { transactionId: string }) => one.transactionId)).toEqual(
    ids.slice(0, 2),
  )
  const rest = await list(own, `?limit=2&cursor=${first.next}`)
  expect(rest.reviews).toHaveLength(1)
  expect(rest).not.toHaveProperty('next')
  expect(await list(own, '?status=decided')).toEqual({ reviews: [], mayPick: false })
  expect((await own.app.call('GET', '/v1/reviews?status=closed', { claims: ana })).status).toBe(400)
})

test('200: of one transaction alone, all that there were or those of one state', async ({
  own,
}) => {
  const [id, other] = [await askReview(own), await askReview(own)]
  const idsOf = async (query: string) =>
    (await list(own, query)).reviews.map((one: { id: string }) => one.id)
  const [first] = await idsOf(`?transactionId=${id}`)
  expect(await idsOf(`?transactionId=${id}`)).toEqual([first])
  expect(await takeNext(own.app)).toBe(first)
  await decide(own.app, first, 'rejected')
  expect(await idsOf(`?transactionId=${id}`)).toEqual([first])
  expect(await idsOf(`?transactionId=${id}&status=decided`)).toEqual([first])
  expect(await idsOf(`?transactionId=${id}&status=open`)).toEqual([])
  expect(await idsOf(`?transactionId=${other}&status=open`)).toHaveLength(1)
  expect(await idsOf(`?transactionId=${unknownId}`)).toEqual([])
  const others = await list(own, `?transactionId=${id}`, personOf('ana', { tenant: 'other' }))
  expect(others).toEqual({ reviews: [], mayPick: false })
  const wrong = await own.app.call('GET', '/v1/reviews?transactionId=x', { claims: ana })
  expect(wrong.status).toBe(400)
})

test('200: one is read with its modules, pictures by their scope, and an audit row says who looked', async ({
  db,
  own,
}) => {
  const id = await askReview(own)
  const review = await takeNext(own.app)
  const path = `/v1/reviews/${review}`
  const shown = await (await own.app.call('GET', path, { claims: ana })).json()
  expect(shown).toMatchObject({
    id: review,
    isYours: true,
    against: [],
    modules: { score: 'completed' },
  })
  // Its pack reads no facts.
  expect(shown.seen).toEqual([])
  const kindsOf = ({ evidence }: { evidence: { kind: string }[] }) =>
    evidence.map((one) => one.kind)
  expect(kindsOf(shown)).toEqual(['transaction', 'timeline', 'pack'])
  const claims = personOf('bia', { scope: 'reviews:write images:read' })
  const withPictures = await (await own.app.call('GET', path, { claims })).json()
  expect(kindsOf(withPictures)).toContain('selfie')
  const rows = await db.select().from(audit).where(eq(audit.object, review))
  expect(rows.map(({ action, transactionId }) => [action, transactionId])).toEqual([
    ['review.claimed', id],
    ['review.read', id],
    ['review.read', id],
  ])
  expect(rows.every(({ actor }) => actor !== null && actor !== 'ana')).toBe(true)
})

test('204 and 200: each is handed out once, and whoever has one gets that one again', async ({
  own,
}) => {
  expect((await next(own.app)).status).toBe(204)
  await askReview(own)
  await askReview(own)
  const first = await takeNext(own.app, ana)
  expect(await takeNext(own.app, ana)).toBe(first)
  const second = await takeNext(own.app, bia)
  expect(second).not.toBe(first)
  expect((await next(own.app, personOf('caio'))).status).toBe(204)
})

test('many who ask at once get different ones', async ({ own }) => {
  for (let n = 0; n < 5; n += 1) await askReview(own)
  const people = [1, 2, 3, 4, 5].map((n) => personOf(`person-${n}`))
  const got = await Promise.all(people.map((claims) => takeNext(own.app, claims)))
  expect(new Set(got).size).toBe(5)
})

test('a review that was claimed and left comes back to the queue, and is not decided by its first', async ({
  db,
  own,
}) => {
  await askReview(own)
  const review = await takeNext(own.app, ana)
  expect((await next(own.app, bia)).status).toBe(204)
  await db.update(reviews).set({ claimedUntil: sql`clock_timestamp() - interval '1 second'` })
  const late = await decide(own.app, review, 'approved', { claims: ana })
  expect([late.status, (await readProblem(late)).code]).toEqual([409, 'not-yours'])
  expect(await takeNext(own.app, bia)).toBe(review)
  expect((await decide(own.app, review, 'approved', { claims: bia })).status).toBe(200)
})

test('a claim is for 15 minutes, and prolonged by its own person alone', async ({ db, own }) => {
  await askReview(own)
  const review = await takeNext(own.app, ana)
  const path = `/v1/reviews/${review}/claim`
  await db.update(reviews).set({ claimedUntil: sql`clock_timestamp() + interval '5 seconds'` })
  const kept = await own.app.call('POST', path, { claims: ana })
  const until = Date.parse((await kept.json()).claimedUntil)
  expect(kept.status).toBe(200)
  expect(Math.abs(until - Date.now() - 900_000)).toBeLessThan(20_000)
  const other = await own.app.call('POST', path, { claims: bia })
  expect([other.status, (await readProblem(other)).code]).toEqual([409, 'not-yours'])
  await decide(own.app, review, 'rejected', { claims: ana })
  const closed = await own.app.call('POST', path, { claims: ana })
  expect([closed.status, (await readProblem(closed)).code]).toEqual([409, 'decided'])
})

test('200 and 409: given back by whoever has it, it is free at once, and an audit row says so', async ({
  db,
  own,
}) => {
  const id = await askReview(own)
  const review = await takeNext(own.app, ana)
  const release = (claims = ana) =>
    own.app.call('POST', `/v1/reviews/${review}/release`, { claims })
  const codeOf = async (answer: Awaited<ReturnType<typeof release>>) => [
    answer.status,
    (await readProblem(answer)).code,
  ]
  expect(await codeOf(await release(bia))).toEqual([409, 'not-yours'])
  expect((await next(own.app, bia)).status).toBe(204)
  const given = await release()
  expect([given.status, await given.json()]).toMatchObject([200, { isYours: false }])
  expect(await codeOf(await release())).toEqual([409, 'not-yours'])
  expect((await decide(own.app, review, 'approved')).status).toBe(409)
  const rows = await db.select().from(audit).where(eq(audit.object, review))
  expect(rows.map(({ action, transactionId }) => [action, transactionId])).toEqual([
    ['review.claimed', id],
    ['review.released', id],
  ])
  expect(await takeNext(own.app, bia)).toBe(review)
  await decide(own.app, review, 'rejected', { claims: bia })
  expect(await codeOf(await release(bia))).toEqual([409, 'decided'])
})

test('a deadline makes it urgent and decides nothing', async ({ db, own }) => {
  const patient = await askReview(own)
  const urgent = await askReview(own)
  await db
    .update(reviews)
    .set({ deadlineAt: sql`clock_timestamp() - interval '1 minute'` })
    .where(eq(reviews.transactionId, urgent))
  const { reviews: found } = await list(own)
  expect(
    found.map((one: { transactionId: string; priority: string }) => [
      one.transactionId,
      one.priority,
    ]),
  ).toEqual([
    [patient, 'normal'],
    [urgent, 'overdue'],
  ])
  const first = await (await next(own.app)).json()
  expect(first).toMatchObject({ transactionId: urgent, status: 'open', priority: 'overdue' })
})

test('403: without its scope nothing is shown and nothing handed out', async ({ own }) => {
  await askReview(own)
  const claims = { scope: 'transactions:read transactions:write' }
  for (const [method, path] of [
    ['GET', '/v1/reviews'],
    ['GET', `/v1/reviews/${unknownId}`],
    ['POST', '/v1/reviews/next'],
    ['POST', `/v1/reviews/${unknownId}/claim`],
    ['POST', `/v1/reviews/${unknownId}/release`],
    ['POST', `/v1/reviews/${unknownId}/decision`],
    ['POST', `/v1/reviews/${unknownId}/appeal`],
  ] as const) {
    const answer = await own.app.call(method, path, { claims })
    expect([path, answer.status]).toEqual([path, 403])
  }
})

test('404: another tenant’s, another mode’s and an unknown one are one and the same', async ({
  own,
}) => {
  await askReview(own)
  const review = await takeNext(own.app)
  for (const [id, claims] of [
    [unknownId, ana],
    [review, personOf('ana', { tenant: 'other' })],
    [review, personOf('ana', { mode: 'live' })],
  ] as const) {
    expect((await own.app.call('GET', `/v1/reviews/${id}`, { claims })).status).toBe(404)
    for (const rest of ['claim', 'release', 'appeal'])
      expect((await own.app.call('POST', `/v1/reviews/${id}/${rest}`, { claims })).status).toBe(404)
    expect((await decide(own.app, id, 'approved', { claims })).status).toBe(404)
  }
  expect((await next(own.app, personOf('ana', { tenant: 'other' }))).status).toBe(204)
  expect(await list(own, '', personOf('ana', { tenant: 'other' }))).toEqual({
    reviews: [],
    mayPick: false,
  })
})

test('the next one, asked for again with its key, is the same', async ({ own }) => {
  await askReview(own)
  await askReview(own)
  const headers = { 'idempotency-key': 'next-1' }
  const ask = () => own.app.call('POST', '/v1/reviews/next', { claims: ana, headers })
  const first = await (await ask()).json()
  await decide(own.app, first.id, 'approved')
  const again = await ask()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(first)
})
