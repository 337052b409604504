// A review as a step of a pack: the run waits for a person, however long that takes.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { waitsFor } from '#src/journey/capabilities/module.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { ReviewStep, Step } from '#src/packs/document/pack.ts'
import { reviews } from '#src/packs/reviews/table.ts'
import { score } from '#src/risk/score/module.ts'
import { made } from '#test/db/packs/stage.ts'
import { test as base } from '#test/db/fixture.ts'
import { performDue } from '#test/support/due.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { ana, bia, decide, next, openReviews, takeNext } from '#test/support/reviews.ts'
import { createTransaction, readProblem } from '#test/support/transactions.ts'

type Run = {
  readonly app: Awaited<ReturnType<typeof openReviews>>['app']
  readonly id: string
  readonly path: string
  readonly read: (headers?: Record<string, string>) => Promise<any> // oxlint-disable-line typescript/no-explicit-any -- an answer
}

const test = base.extend('begin', async ({ db }): Promise<(...steps: Step[]) => Promise<Run>> => {
  await db.delete(reviews)
  return async (...steps) => {
    const sent = waitsFor(async () => true)
    const offered = [...capabilities, { name: 'tried', module: made('tried', sent) }]
    const { app } = await openReviews(db, { offered })
    const name = `step-${randomUUID()}`
    await publishPacks(db, [definePack(name, 1, sequence(module(score), ...steps))])
    const id = await createTransaction(app, {}, ana)
    const path = `/v1/packs/${name}/${id}`
    const read = async (headers = {}) =>
      (await app.call('GET', path, { claims: ana, headers })).json()
    await read()
    return { app, id, path, read }
  }
})

const ask = (more: Partial<ReviewStep> = {}): ReviewStep => ({
  kind: 'review',
  id: 'look',
  title: 'Is it the same person?',
  ...more,
})
const approved = stop('approved', 'looked-at')

test('the run waits, the queue shows what is asked, and approved it goes on', async ({ begin }) => {
  const { app, read } = await begin(ask({ reasons: ['same', 'other'] }), approved)
  // Nobody but a person is awaited, so it answers at once, however long it would wait for others.
  const before = Date.now()
  expect(await read({ prefer: 'wait=30' })).toMatchObject({ status: 'processing' })
  expect(Date.now() - before).toBeLessThan(25_000)
  const review = await takeNext(app)
  const shown = await (await app.call('GET', `/v1/reviews/${review}`, { claims: ana })).json()
  expect(shown).toMatchObject({
    step: 'look',
    title: 'Is it the same person?',
    because: 'review-step',
    reasons: ['same', 'other'],
    people: 1,
    again: ['score'],
  })
  const wrong = await decide(app, review, 'approved', { body: { reasons: ['elsewhere'] } })
  expect([wrong.status, (await wrong.json()).errors[0].pointer]).toEqual([400, '#/reasons/0'])
  const right = await decide(app, review, 'approved', { body: { reasons: ['same'] } })
  expect(right.status).toBe(200)
  expect(await read()).toMatchObject({
    status: 'completed',
    outcome: 'approved',
    decidedBy: 'review',
  })
})

test('rejected it ends as rejected, or takes the step that the pack has for it', async ({
  begin,
}) => {
  const plain = await begin(ask(), approved)
  await decide(plain.app, await takeNext(plain.app), 'rejected')
  expect(await plain.read()).toMatchObject({
    status: 'completed',
    outcome: 'rejected',
    stopReason: 'review-rejected',
    decidedBy: 'review',
  })
  const own = stop('refused', 'by-a-person')
  const other = await begin(ask({ rejected: own }), approved)
  await decide(other.app, await takeNext(other.app), 'rejected')
  expect(await other.read()).toMatchObject({ outcome: 'refused', stopReason: 'by-a-person' })
})

test('two people, where the step demands them, for whatever they decide', async ({ begin }) => {
  const { app, read } = await begin(ask({ people: 2 }), approved)
  const review = await takeNext(app, ana)
  expect((await decide(app, review, 'rejected')).status).toBe(202)
  expect(await read()).toMatchObject({ status: 'processing' })
  await takeNext(app, bia)
  expect((await decide(app, review, 'rejected', { claims: bia })).status).toBe(200)
  expect(await read()).toMatchObject({ outcome: 'rejected' })
})

test('whose it is: who asks for theirs alone gets no other', async ({ begin }) => {
  const { app } = await begin(ask({ who: 'fraud' }), approved)
  const askFor = (who: string) =>
    app.call('POST', '/v1/reviews/next', { claims: ana, body: { who } })
  expect((await askFor('credit')).status).toBe(204)
  expect(await (await askFor('fraud')).json()).toMatchObject({ who: 'fraud', step: 'look' })
  expect((await askFor('No Code')).status).toBe(400)
})

test('its deadline makes it overdue and decides nothing, and the run waits on', async ({
  begin,
  db,
}) => {
  const { app, id, read } = await begin(ask({ deadlineSeconds: 60 }), approved)
  for (let time = 0; time < 2; time += 1) {
    await db
      .update(transactions)
      .set({ clockOffsetMs: sql`${transactions.clockOffsetMs} + ${40 * 86_400_000}` })
      .where(eq(transactions.id, id))
    await performDue(app.deps, id)
    expect(await read()).toMatchObject({ status: 'processing' })
  }
  const open = await (await next(app)).json()
  expect(open).toMatchObject({ priority: 'overdue', status: 'open' })
  expect((await decide(app, open.id, 'approved')).status).toBe(200)
  expect(await read()).toMatchObject({ outcome: 'approved' })
})

test('again: the module is done anew, and then somebody is asked anew', async ({ begin }) => {
  const { app, read } = await begin(module({ key: 'tried' }), ask(), approved)
  const first = await takeNext(app)
  const answer = await decide(app, first, 'again', { body: { modules: ['tried'] } })
  expect(answer.status).toBe(200)
  expect(await read()).toMatchObject({ status: 'processing' })
  const second = await takeNext(app)
  expect(second).not.toBe(first)
  await decide(app, second, 'approved')
  expect(await read()).toMatchObject({ outcome: 'approved' })
})

test('a run that ends elsewhere takes its review back', async ({ begin }) => {
  const both: Step = { kind: 'parallel', steps: [ask(), stop('refused', 'elsewhere')] }
  const { app, read } = await begin(both)
  expect(await read()).toMatchObject({ outcome: 'refused' })
  expect(await read()).not.toHaveProperty('decidedBy')
  expect((await next(app)).status).toBe(204)
})

test('an appeal against a rejection lets the run go on from there', async ({ begin }) => {
  const { app, read } = await begin(ask(), approved)
  const review = await takeNext(app)
  const early = await app.call('POST', `/v1/reviews/${review}/appeal`, { claims: bia })
  expect([early.status, (await readProblem(early)).code]).toEqual([409, 'not-decided'])
  await decide(app, review, 'rejected')
  expect(await read()).toMatchObject({ outcome: 'rejected' })
  const appeal = await app.call('POST', `/v1/reviews/${review}/appeal`, { claims: bia })
  expect(appeal.status).toBe(201)
  const { id } = await appeal.json()
  expect(await takeNext(app, bia)).toBe(id)
  expect((await decide(app, id, 'approved', { claims: bia })).status).toBe(200)
  expect(await read()).toMatchObject({ outcome: 'approved', stopReason: 'looked-at' })
})
