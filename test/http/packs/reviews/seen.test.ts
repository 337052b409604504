// GET /v1/reviews/{id}: what there is to see, what decided first, and what was seen when it was decided.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Step } from '#src/packs/document/pack.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { score } from '#src/risk/score/module.ts'
import type { Db } from '#src/platform/db/client.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { ana, askReview, bia, decide, deny, openReviews, takeNext } from '#test/support/reviews.ts'
import { test } from './fixture.ts'

/** A review of a run of these steps. */
async function openOf(db: Db, ...steps: Step[]) {
  const { app } = await openReviews(db)
  const name = `seen-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, sequence(module(score), ...steps))])
  const id = await askReview({ app, name })
  const review = await takeNext(app)
  const read = async () => (await app.call('GET', `/v1/reviews/${review}`, { claims: bia })).json()
  return { app, id, review, read }
}

const when = (id: string, condition: string, run: Step): Step => ({
  kind: 'when',
  id,
  condition,
  run,
})
const unlisted = when('unlisted', '!facts.checks.hit', stop('approved', 'clean'))
const denied = when('denied', 'facts.phones.denied', stop('rejected', 'denied'))

test('200: what decided comes first, unknown as a value, and groups that the pack does not read are left out', async ({
  db,
  own: _queue,
}) => {
  const { read } = await openOf(db, denied, unlisted)
  const { seen } = await read()
  expect(seen[0]).toEqual({ fact: 'checks.hit', value: 'unknown', decided: true })
  expect(seen).toContainEqual({ fact: 'phones.denied', value: false })
  const groups = new Set(seen.map(({ fact }: { fact: string }) => fact.split('.')[0]))
  expect([...groups]).toEqual(['checks', 'phones'])
})

test('200: a stop in the branch of a condition, and a review step in one, show what that read', async ({
  db,
  own: _queue,
}) => {
  const asked = 'score.results[0].value >= 0'
  const low: Step = { kind: 'when', of: ['score'], condition: asked, run: stop('review', 'low') }
  const ended = await openOf(db, denied, low)
  expect((await ended.read()).seen[0]).toEqual({
    fact: 'steps.score.results[0].value',
    value: expect.any(Number),
    decided: true,
  })
  await decide(ended.app, ended.review, 'rejected')
  const step = await openOf(
    db,
    when('known', '!facts.phones.denied', { kind: 'review', title: '?' }),
  )
  expect((await step.read()).seen[0]).toEqual({
    fact: 'phones.denied',
    value: false,
    decided: true,
  })
})

test('200: of a table first what the row read that has ended it', async ({ db, own: _queue }) => {
  const { read } = await openOf(db, {
    kind: 'decide',
    id: 'verdict',
    rows: [
      { if: 'facts.phones.denied', outcome: 'rejected', reason: 'denied' },
      { if: 'facts.checks.hit', outcome: 'review', reason: 'lists' },
      { outcome: 'approved', reason: 'clean' },
    ],
  })
  const { because, seen } = await read()
  expect([because, seen[0]]).toEqual([
    'lists',
    { fact: 'checks.hit', value: 'unknown', decided: true },
  ])
  expect(seen).toContainEqual({ fact: 'phones.denied', value: false })
})

test('200: a review after a velocity alert shows which alerts have fired', async ({
  db,
  own: _queue,
}) => {
  const { app } = await openReviews(db)
  const name = `seen-${randomUUID()}`
  const fast = when('fast', 'size(facts.velocity.alerts) > 0', stop('review', 'velocity-alert'))
  await publishPacks(db, [definePack(name, 1, sequence(module(score), fast))])
  for (const at of [1, 2, 3]) {
    // Its sixth to ninth digits, 0027, ask the sandbox to count.
    const fields = { document: '10000002700', email: `p${at}@example.com`, name: `Rui ${at}` }
    const id = await createTransaction(app, fields, ana)
    if (at === 3) await app.call('GET', `/v1/packs/${name}/${id}`, { claims: ana })
  }
  const review = await takeNext(app)
  const { seen, because } = await (
    await app.call('GET', `/v1/reviews/${review}`, { claims: bia })
  ).json()
  expect(because).toBe('velocity-alert')
  expect(seen[0]).toMatchObject({ fact: 'velocity.alerts', decided: true })
  expect(seen[0].value).toContain('VL001')
})

test('200: an open review shows what is now and what the run saw', async ({ db, own: _queue }) => {
  const { app, id, read } = await openOf(db, denied, unlisted)
  await deny({ app }, id)
  const { seen, against } = await read()
  expect(seen).toContainEqual({ fact: 'phones.denied', value: true, saw: false })
  expect(against).toEqual(['denied'])
})

test('200: a decided review stays as it was decided, whatever is known one second later', async ({
  db,
  own: _queue,
}) => {
  const { app, id, review, read } = await openOf(db, denied, unlisted)
  const before = await read()
  expect((await decide(app, review, 'approved')).status).toBe(200)
  await deny({ app }, id)
  const after = await read()
  expect(after).toMatchObject({ seen: before.seen, against: [], people: 1, status: 'decided' })
  const [row] = await db.select().from(reviews).where(eq(reviews.id, review))
  expect(row?.seen?.includes('phones')).toBe(false)
})

test('200: of two who decided the review says so, and against what', async ({
  db,
  own: _queue,
}) => {
  const { app, id, review, read } = await openOf(db, denied, unlisted)
  await deny({ app }, id)
  expect((await decide(app, review, 'approved')).status).toBe(202)
  expect(await read()).toMatchObject({ status: 'open', people: 1, against: ['denied'] })
  await takeNext(app, bia)
  expect((await decide(app, review, 'approved', { claims: bia })).status).toBe(200)
  // The denial is lifted by it, and was there.
  expect(await read()).toMatchObject({ status: 'decided', people: 2, against: ['denied'] })
  const { reviews: listed } = await (
    await app.call('GET', `/v1/reviews?transactionId=${id}`, { claims: ana })
  ).json()
  expect(listed).toMatchObject([{ id: review, people: 2 }])
})
