// A further run of a pack, and the review that an earlier one has left open.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { challenges } from '#src/messaging/challenges/table.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { score } from '#src/risk/score/module.ts'
import type { Db } from '#src/platform/db/client.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { ana, decide, deny, openReviews, takeNext } from '#test/support/reviews.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { test } from './fixture.ts'

const asking = (condition: string, run: Step): Step => ({ kind: 'when', condition, run })

async function openPack(db: Db, ...steps: Step[]) {
  const { app } = await openReviews(db)
  const name = `further-${randomUUID()}`
  const root = sequence(module(score), ...steps, stop('approved', 'clean'))
  await publishPacks(db, [definePack(name, 1, root)])
  const id = await createTransaction(app, {}, ana)
  const path = `/v1/packs/${name}/${id}`
  const run = async () => (await app.call('POST', path, { body: {}, claims: ana })).json()
  const list = async (): Promise<{ runId: string; status: string; because: string }[]> => {
    const answer = await app.call('GET', `/v1/reviews?transactionId=${id}`, { claims: ana })
    return (await answer.json()).reviews
  }
  /** Whoever said no takes it back; nobody but a review can do that otherwise. */
  const takeBack = () =>
    db.update(challenges).set({ deniedAt: null }).where(eq(challenges.transactionId, id))
  return { app, id, run, list, takeBack }
}

const denied = asking('facts.phones.denied', stop('review', 'denied'))
const unlisted = asking('facts.checks.hit', stop('rejected', 'list-hit'))

test('what was missing then is needless by now: the further run closes the earlier one’s review', async ({
  db,
  own: _queue,
}) => {
  const { run, list } = await openPack(db, unlisted)
  const first = await run()
  const second = await run()
  expect([first, second]).toMatchObject([
    { stopReason: 'unanswered' },
    { stopReason: 'unanswered' },
  ])
  expect(await list()).toMatchObject([
    { runId: first.runId, status: 'superseded' },
    { runId: second.runId, status: 'open' },
  ])
})

test('against a sign it stays, and no further run is approved past it: review-open', async ({
  db,
  own: _queue,
}) => {
  const { app, id, run, list, takeBack } = await openPack(db, denied)
  await deny({ app }, id)
  const first = await run()
  await takeBack()
  const second = await run()
  expect([first, second]).toMatchObject([
    { outcome: 'review', stopReason: 'denied' },
    { status: 'completed', outcome: 'review', stopReason: 'review-open' },
  ])
  expect(await list()).toMatchObject([
    { runId: first.runId, status: 'open', because: 'denied' },
    { runId: second.runId, status: 'open', because: 'review-open' },
  ])
  for (let n = 0; n < 2; n += 1) await decide(app, await takeNext(app), 'rejected')
  expect(await run()).toMatchObject({ outcome: 'approved', stopReason: 'clean' })
})

test('a further run that rejects needs no other review, and leaves one against a sign open', async ({
  db,
  own: _queue,
}) => {
  const refused = asking('!facts.phones.denied', stop('rejected', 'other'))
  const { app, id, run, list, takeBack } = await openPack(db, denied, refused)
  await deny({ app }, id)
  const first = await run()
  await takeBack()
  expect(await run()).toMatchObject({ outcome: 'rejected', stopReason: 'other' })
  expect(await list()).toMatchObject([{ runId: first.runId, status: 'open' }])
})
