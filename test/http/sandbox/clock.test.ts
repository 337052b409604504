// advanceSandboxClock, with the test in the place of the workflow that settles a move.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type CommitDeps, commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { clockSettled } from '#src/journey/lifecycle/kinds.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createTransaction,
  moveClock,
  readProblem,
  unknownId,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

const pathOf = (id: string) => `/v1/sandbox/transactions/${id}/clock`

/** What the workflow does once everything due has fired. */
async function settleWhenMoved({ deps }: TestApp, id: string): Promise<void> {
  for (;;) {
    const moved = (await readJournal(deps.db, id)).findLast(({ kind }) => kind === 'clock-advanced')
    if (moved) return settle(deps, id, moved.seq)
    await sleep(20)
  }
}

const settle = (deps: CommitDeps, id: string, seq: number) =>
  commitOn(deps, id, async (_tx, locked) => {
    append(locked, { kind: clockSettled, ref: String(seq) })
  })

test('200: the transaction’s time, once the move is settled', async ({ app, id }) => {
  const asked = app.call('POST', pathOf(id), { body: { advance: 'PT10M' } })
  await settleWhenMoved(app, id)
  const answer = await asked
  expect(answer.status).toBe(200)
  const body = await answer.json()
  expect(Object.keys(body)).toEqual(['now'])
  const aheadMs = Date.parse(body.now) - Date.now()
  expect(aheadMs).toBeGreaterThan(590_000)
  expect(aheadMs).toBeLessThanOrEqual(600_000)
  expect(app.nudged.map((one) => one.id)).toEqual([id])
  const entries = await readJournal(app.db, id)
  expect(entries.map(({ kind }) => kind)).toEqual([
    'transaction-created',
    'clock-advanced',
    'clock-settled',
  ])
})

test.for([
  ['P1M', (now: Date) => now.setUTCMonth(now.getUTCMonth() + 1)],
  ['P1Y', (now: Date) => now.setUTCFullYear(now.getUTCFullYear() + 1)],
  ['PT1,5H', (now: Date) => now.setUTCMinutes(now.getUTCMinutes() + 90)],
] as const)(
  '%s moves the clock on by the calendar, from the time of the transaction',
  async ([advance, move], { db }) => {
    const app = await createTestApp(db, undefined, { clockWaitMs: 1 })
    const id = await createTransaction(app)
    // On a day that every month has.
    const expected = new Date()
    expected.setUTCMonth(expected.getUTCMonth() + 1, 15)
    await moveClock(db, id, expected.getTime() - Date.now())
    await app.call('POST', pathOf(id), { body: { advance } })
    const moved = (await readJournal(db, id)).find(({ kind }) => kind === 'clock-advanced')
    move(expected)
    expect(Math.abs((moved?.at ?? 0) - expected.getTime())).toBeLessThan(10_000)
  },
)

test('200: moves add up, and the answer waits for its own move, not for an earlier one', async ({
  db,
}) => {
  const app = await createTestApp(db, undefined, { clockWaitMs: 300 })
  const id = await createTransaction(app)
  const first = app.call('POST', `${pathOf(id)}/`, { body: { advance: 'P1D' } })
  await settleWhenMoved(app, id)
  expect((await first).status).toBe(200)
  const second = await app.call('POST', pathOf(id), { body: { advance: 'PT1H' } })
  expect(second.status).toBe(503)
  expect((await findById(db, id))?.clockOffsetMs).toBe(25 * 3_600_000)
})

test('503 when nobody works, with Retry-After; the move stands', async ({ db }) => {
  const app = await createTestApp(db, undefined, { clockWaitMs: 100 })
  const id = await createTransaction(app)
  const answer = await app.call('POST', pathOf(id), { body: { advance: 'PT10M' } })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await readProblem(answer)).toMatchObject({ code: 'unavailable' })
  expect((await findById(db, id))?.clockOffsetMs).toBe(600_000)
})

test('503, then 200 for the same Idempotency-Key: the repeat joins the wait and moves nothing', async ({
  db,
}) => {
  const app = await createTestApp(db, undefined, { clockWaitMs: 100 })
  const id = await createTransaction(app)
  const headers = { 'idempotency-key': `clock-${id}` }
  const body = { advance: 'PT10M' }
  expect((await app.call('POST', pathOf(id), { body, headers })).status).toBe(503)
  expect((await app.call('POST', pathOf(id), { body, headers })).status).toBe(503)
  await settleWhenMoved(app, id)
  const answer = await app.call('POST', pathOf(id), { body, headers })
  expect(answer.status).toBe(200)
  const again = await app.call('POST', pathOf(id), { body, headers })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(await answer.json())
  expect((await findById(db, id))?.clockOffsetMs).toBe(600_000)
})

test.for([
  ['{}', 'required'],
  ['{"advance":600}', 'type'],
  ['{"advance":"10 minutes"}', 'format'],
  ['{"advance":"PT"}', 'format'],
  ['{"advance":"-PT10M"}', 'format'],
  ['{"advance":"PT1.5H30M"}', 'format'],
  ['{"advance":"P14M"}', 'too-big'],
  ['{"advance":"P9999Y"}', 'too-big'],
  ['{"advance":"P400DT1S"}', 'too-big'],
  ['{"advance":"P9999W"}', 'too-big'],
] as const)('400: %s moves nothing', async ([body, code], { app, id }) => {
  const before = await countRows(app.db)
  const answer = await app.call('POST', pathOf(id), { body })
  expect(answer.status).toBe(400)
  expect(await readProblem(answer)).toMatchObject({ errors: [{ pointer: '#/advance', code }] })
  expect(await countRows(app.db)).toEqual(before)
  expect((await findById(app.db, id))?.clockOffsetMs).toBe(0)
})

test('429: a clock that is a hundred years ahead goes no further', async ({ app, id }) => {
  await moveClock(app.db, id, 36_525 * 24 * 60 * 60_000)
  const before = await countRows(app.db)
  const answer = await app.call('POST', pathOf(id), { body: { advance: 'PT1S' } })
  expect(answer.status).toBe(429)
  expect(await readProblem(answer)).toMatchObject({ code: 'limit-reached' })
  expect(await countRows(app.db)).toEqual(before)
})

test('404: a transaction that nobody has', async ({ app }) => {
  const answer = await app.call('POST', pathOf(unknownId), { body: { advance: 'PT1S' } })
  expect(answer.status).toBe(404)
})
