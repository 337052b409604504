// Reviews that open a run again, and what a run saw that nobody sees any more.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { score } from '#src/risk/score/module.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { waitsFor } from '#src/journey/capabilities/module.ts'
import { challenges } from '#src/messaging/challenges/table.ts'
import { made } from '#test/db/packs/stage.ts'
import { test as base } from '#test/db/fixture.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { ana, bia, decide, deny, openReviews, takeNext } from '#test/support/reviews.ts'
import { createTransaction } from '#test/support/transactions.ts'

type Sent = { at: Date }

/** A module that waits for what is sent, and a pack that asks about it and about a score. */
const test = base.extend('sent', () => new Map<string, Sent>())

async function openWaiting(db: Parameters<typeof openReviews>[0], sent: Map<string, Sent>) {
  const runs = waitsFor(async ({ locked, since }) => {
    const one = sent.get(locked.id)
    return one !== undefined && (!since || one.at >= since)
  })
  const offered = [...capabilities, { name: 'tried', module: made('tried', runs) }]
  const { app } = await openReviews(db, { offered })
  const name = `again-${randomUUID()}`
  const root = sequence(
    module({ key: 'tried' }),
    module(score),
    when([score], 'score.results[0].value < 1000.0', stop('review', 'look')),
  )
  await publishPacks(db, [definePack(name, 1, root)])
  const id = await createTransaction(app, {}, ana)
  const path = `/v1/packs/${name}/${id}`
  /** Any commit looks again. */
  const send = async () => {
    sent.set(id, { at: new Date() })
    await app.call('POST', `/v1/packs/basic/${id}`, { body: {}, claims: ana })
  }
  const read = async () =>
    (await app.call('GET', path, { claims: ana, headers: { prefer: 'wait=0' } })).json()
  return { app, read, send, id }
}

test('again: the named module waits as fresh, what asked about it is decided anew, and the next end is a review of its own', async ({
  db,
  sent,
}) => {
  const { app, read, send, id } = await openWaiting(db, sent)
  await read()
  await send()
  expect(await read()).toMatchObject({ status: 'completed', outcome: 'review' })
  const first = await takeNext(app)
  const answer = await decide(app, first, 'again', { body: { modules: ['tried'] } })
  expect([answer.status, (await answer.json()).decision.outcome]).toEqual([200, 'again'])
  const open = await read()
  expect(open).toMatchObject({ status: 'processing', tried: { moduleStatus: 'processing' } })
  expect(open).not.toHaveProperty('outcome')
  expect(open).not.toHaveProperty('decidedBy')
  // What was there before does not count.
  await app.call('POST', `/v1/packs/basic/${id}`, { body: {}, claims: ana })
  expect(await read()).toMatchObject({ status: 'processing' })
  // Against a decision of `again` nobody appeals, and nothing is to be decided meanwhile.
  const appealed = await app.call('POST', `/v1/reviews/${first}/appeal`, { claims: bia })
  expect(appealed.status).toBe(409)
  await send()
  expect(await read()).toMatchObject({ status: 'completed', outcome: 'review' })
  const second = await takeNext(app)
  expect(second).not.toBe(first)
  expect((await decide(app, second, 'approved')).status).toBe(200)
  expect(await read()).toMatchObject({ outcome: 'approved', decidedBy: 'review' })
})

test('what a run saw takes two people, although nobody sees it any more', async ({ db }) => {
  const { app } = await openReviews(db)
  const name = `seen-${randomUUID()}`
  const asks = {
    kind: 'when',
    of: ['score'],
    condition: 'facts.phones.denied',
    run: stop('review', 'denied'),
  } as const
  await publishPacks(db, [definePack(name, 1, sequence(module(score), asks))])
  const own = { app, name }
  const id = await createTransaction(app, {}, ana)
  await deny(own, id)
  const path = `/v1/packs/${name}/${id}`
  const answer = await app.call('GET', path, { claims: ana })
  expect(await answer.json()).toMatchObject({ outcome: 'review', stopReason: 'denied' })
  await db.update(challenges).set({ deniedAt: null }).where(eq(challenges.transactionId, id))
  const review = await takeNext(app)
  expect((await decide(app, review, 'approved')).status).toBe(202)
  const { against } = await (await app.call('GET', `/v1/reviews/${review}`, { claims: bia })).json()
  expect(against).toEqual(['denied'])
})
