// GET /v1/reviews by who has them in hand, group, pack, reason, age and deadline; and picking where the tenant says so.
import { writeCursor } from '#src/platform/cursor.ts'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { reviews } from '#src/packs/reviews/table.ts'
import { audit } from '#src/platform/audit/table.ts'
import { testIssuer } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import {
  ana,
  askReview,
  bia,
  deny,
  decide,
  openReviews,
  personOf,
  type Reviewing,
  takeNext,
} from '#test/support/reviews.ts'
import { readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

const idsOf = async ({ app }: Reviewing, query: string, claims = ana): Promise<string[]> => {
  const answer = await app.call('GET', `/v1/reviews?${query}`, { claims })
  expect([query, answer.status]).toEqual([query, 200])
  const { reviews: found } = await answer.json()
  return found.map((one: { id: string }) => one.id)
}

test('200: by who has them in hand, as of now: a claim that is over is nobody’s', async ({
  db,
  own,
}) => {
  for (let n = 0; n < 3; n += 1) await askReview(own)
  const [mine, hers] = [await takeNext(own.app, ana), await takeNext(own.app, bia)]
  const [free] = await idsOf(own, 'claimed=nobody')
  expect([mine, hers]).not.toContain(free)
  expect(await idsOf(own, 'claimed=mine')).toEqual([mine])
  expect(await idsOf(own, 'claimed=others')).toEqual([hers])
  const { claimedBy } = await (
    await own.app.call('GET', `/v1/reviews/${hers}`, { claims: ana })
  ).json()
  expect(await idsOf(own, `claimedBy=${claimedBy}`)).toEqual([hers])
  expect(await idsOf(own, 'claimedBy=nobody-of-that-name')).toEqual([])
  await db
    .update(reviews)
    .set({ claimedUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(reviews.id, hers))
  expect(await idsOf(own, 'claimed=others')).toEqual([])
  expect(new Set(await idsOf(own, 'claimed=nobody'))).toEqual(new Set([free, hers]))
})

test('200: by pack, reason, group, age and deadline, all at once too; and the newest first', async ({
  db,
  own,
}) => {
  const [old, late, plain] = [await askReview(own), await askReview(own), await askReview(own)]
  const [first, second, third] = await idsOf(own, '')
  const set = (id: string, changed: Partial<typeof reviews.$inferInsert>) =>
    db.update(reviews).set(changed).where(eq(reviews.transactionId, id))
  await set(old, { openedAt: new Date('2026-01-01T00:00:00Z'), offer: { who: 'fraud' } })
  await set(late, { deadlineAt: new Date('2026-01-01T00:00:00Z'), because: 'score-low' })
  await set(plain, { pack: 'onboarding@3' })
  const place = { list: 'reviews', field: 'cursor' }
  const behindSecond = writeCursor(
    own.app.sealer,
    { tenant: 'acme', mode: 'sandbox' },
    place,
    second ?? '',
  )
  for (const [query, found] of [
    ['who=fraud', [first]],
    ['openedBefore=2026-02-01T00:00:00Z', [first]],
    ['overdue=true', [second]],
    ['overdue=false', [first, third]],
    ['because=score-low', [second]],
    ['pack=onboarding', [third]],
    ['pack=onboarding@3', [third]],
    ['pack=onboarding@2', []],
    [`pack=${own.name}`, [first, second]],
    [`pack=${own.name}@1&because=list-hit`, [first]],
    ['order=newest', [third, second, first]],
    [`order=newest&cursor=${behindSecond}`, [first]],
  ] as const)
    expect([query, await idsOf(own, query)]).toEqual([query, found])
  for (const query of ['claimed=me', 'overdue=yes', 'openedBefore=yesterday']) {
    const answer = await own.app.call('GET', `/v1/reviews?${query}`, { claims: ana })
    expect([query, answer.status]).toEqual([query, 400])
  }
})

const picking = async (db: Parameters<typeof openReviews>[0]) =>
  openReviews(db, {
    issuers: [testIssuer({ people: true })],
    messaging: silentMessaging({ settings: { acme: { reviews: { picking: true } } } }),
  })

const pick = ({ app }: Reviewing, id: string, claims = ana) =>
  app.call('POST', `/v1/reviews/${id}/claim`, { claims })

test('200 and 409: where the tenant lets people pick, a free one is whose it is asked for, once', async ({
  db,
  own,
}) => {
  await askReview(own)
  const [id = ''] = await idsOf(own, '')
  const refused = await pick(own, id)
  expect([refused.status, (await readProblem(refused)).code]).toEqual([409, 'not-yours'])
  const free = await picking(db)
  const { mayPick } = await (await free.app.call('GET', '/v1/reviews', { claims: ana })).json()
  expect(mayPick).toBe(true)
  const answers = await Promise.all([pick(free, id, ana), pick(free, id, bia)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const rows = await db.select().from(audit).where(eq(audit.object, id))
  expect(rows.map(({ action }) => action)).toEqual(['review.claimed'])
  expect((await pick(free, unknownId)).status).toBe(404)
  expect((await pick(free, id, personOf('ana', { tenant: 'other' }))).status).toBe(404)
})

test('409: whoever was the first of two picks it not again, and is told that it takes another; until when it waits is shown', async ({
  db,
  own: _queue,
}) => {
  const free = await picking(db)
  const transaction = await askReview(free)
  await deny(free, transaction)
  const [id = ''] = await idsOf(free, '')
  expect((await pick(free, id)).status).toBe(200)
  expect((await decide(free.app, id, 'approved')).status).toBe(202)
  const again = await pick(free, id)
  expect([again.status, (await readProblem(again)).code]).toEqual([409, 'took-part'])
  const shown = await (await free.app.call('GET', `/v1/reviews/${id}`, { claims: bia })).json()
  expect(shown).toMatchObject({ awaitsSecond: true, awaiting: { by: expect.any(String) } })
  const days = (Date.parse(shown.awaiting.until) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  expect((await pick(free, id, bia)).status).toBe(200)
  expect((await decide(free.app, id, 'approved', { claims: bia })).status).toBe(200)
  const closed = await pick(free, id, bia)
  expect([closed.status, (await readProblem(closed)).code]).toEqual([409, 'decided'])
})
