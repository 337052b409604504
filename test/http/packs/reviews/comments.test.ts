// POST /v1/reviews/{id}/comments.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { reviewComments } from '#src/packs/reviews/table.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { audit } from '#src/platform/audit/table.ts'
import {
  ana,
  askReview,
  bia,
  decide,
  personOf,
  type Reviewing,
  takeNext,
} from '#test/support/reviews.ts'
import { eraseTransaction } from '#test/support/erase.ts'
import { readProblem, unknownId } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

const comment = ({ app }: Reviewing, id: string, body: object, claims = ana) =>
  app.call('POST', `/v1/reviews/${id}/comments`, { body, claims })

const text = 'The branch has seen the original.'

test('201: it stands with who and when for whoever looks next, sealed, and an audit row says who wrote', async ({
  db,
  own,
}) => {
  const transactionId = await askReview(own)
  const id = await takeNext(own.app)
  const made = await comment(own, id, { text: ` ${text} ` }, bia)
  const one = { id: expect.any(String), by: expect.any(String), at: expect.any(String), text }
  const said = await made.json()
  expect([made.status, said]).toEqual([201, one])
  await decide(own.app, id, 'rejected')
  await comment(own, id, { text: 'Seen.' })
  const shown = await (await own.app.call('GET', `/v1/reviews/${id}`, { claims: ana })).json()
  expect(shown.comments).toEqual([said, { ...one, text: 'Seen.' }])
  const rows = await db.select().from(reviewComments)
  expect(rows.every((row) => !row.text.includes('branch'))).toBe(true)
  const audited = await db.select().from(audit).where(eq(audit.object, id))
  expect(audited.filter(({ action }) => action === 'review.commented')).toMatchObject([
    { transactionId, details: { comment: said.id } },
    { transactionId },
  ])
  const timeline = await own.app.call('GET', `/v1/transaction/${transactionId}/timeline`, {
    claims: ana,
  })
  expect(await timeline.text()).not.toContain('branch')
})

test('it goes with its transaction', async ({ db, own }) => {
  const transactionId = await askReview(own)
  const id = await takeNext(own.app)
  await comment(own, id, { text })
  await commitOn(own.app.deps, transactionId, async (tx, locked) => {
    await eraseTransaction(tx, locked)
  })
  expect(await db.select().from(reviewComments)).toEqual([])
  expect((await comment(own, id, { text })).status).toBe(404)
})

test('400, 403, 404, 429: nothing, too much, without the scope, of others, and more than 100', async ({
  db,
  own,
}) => {
  const transactionId = await askReview(own)
  const id = await takeNext(own.app)
  for (const body of [{}, { text: ' ' }, { text: 'x'.repeat(2_001) }])
    expect((await comment(own, id, body)).status).toBe(400)
  const reader = personOf('ana', { scope: 'transactions:read' })
  expect((await comment(own, id, { text }, reader)).status).toBe(403)
  for (const [other, claims] of [
    [unknownId, ana],
    [id, personOf('ana', { tenant: 'other' })],
    [id, personOf('ana', { mode: 'live' })],
  ] as const)
    expect((await comment(own, other, { text }, claims)).status).toBe(404)
  const row = { transactionId, reviewId: id, by: 'x', at: new Date() }
  await comment(own, id, { text })
  const [kept] = await db.select().from(reviewComments)
  const more = Array.from({ length: 99 }, () => ({
    ...row,
    id: crypto.randomUUID(),
    text: kept?.text ?? fail(),
  }))
  await db.insert(reviewComments).values(more)
  const over = await comment(own, id, { text })
  expect([over.status, (await readProblem(over)).code]).toEqual([429, 'limit-reached'])
})

const fail = (): never => {
  throw new Error('it was kept')
}
