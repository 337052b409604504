// How far the workflows are behind, as an operator is shown it while Temporal is away.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { readLag } from '#src/journey/agenda/lag.ts'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { sweep } from '#src/journey/agenda/sweep.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const nobody = {
  nudger: { nudge: () => undefined, drain: async () => {} },
  // Temporal is away: nothing can be asked about a run.
  runs: { find: async () => undefined, beginAnew: async () => true, close: async () => false },
  idleMs: 10_000,
}
const settings = { holdMs: 1, failuresMax: 1, idleMs: 1, historyMax: 1 }
const nothing = { transactions: 0, oldestSeconds: 0 }

const send = (dueAt: number): Task => ({
  key: 'send:1',
  task: 'send',
  ref: 'ref',
  dueAt,
  lane: 'local',
  seq: 2,
})

type Kept = { readonly dueAgoSeconds?: number; readonly clockOffsetMs?: number }

/** A transaction with one task, whose nudge was lost; its sweep is due. */
async function keep(db: Db, { dueAgoSeconds = 0, clockOffsetMs = 0 }: Kept = {}): Promise<string> {
  const id = randomUUID()
  const now = Date.now()
  await db.insert(transactions).values({
    id,
    tenant: 'acme',
    mode: 'sandbox',
    documentType: 'cpf',
    clockOffsetMs,
    lastSeq: 2,
    agenda: [send(now - dueAgoSeconds * 1_000)],
    sweepAt: now,
  })
  return id
}

const look = (db: Db, id: string) => readAgenda(db, settings, { id, after: null })

const waitForSweep = (db: Db) =>
  db
    .update(transactions)
    .set({ sweepAt: Date.now() })
    .where(sql`sweep_at < 'infinity'`)

test('the lag is the age of what is due, rises however often it is nudged, and ends when it was looked at', async ({
  db,
}) => {
  await db.delete(transactions)
  expect(await readLag(db)).toEqual(nothing)
  const older = await keep(db, { dueAgoSeconds: 1_800 })
  const younger = await keep(db, { dueAgoSeconds: 60 })
  for (let n = 0; n < 3; n += 1) {
    await waitForSweep(db)
    expect(await sweep({ db, ...nobody })).toBe(2)
    const lag = await readLag(db)
    expect(lag.transactions).toBe(2)
    expect(lag.oldestSeconds).toBeGreaterThanOrEqual(1_800)
    expect(lag.oldestSeconds).toBeLessThan(1_830)
  }
  await look(db, older)
  const left = await readLag(db)
  expect(left.transactions).toBe(1)
  expect(left.oldestSeconds).toBeLessThan(90)
  await look(db, younger)
  expect(await readLag(db)).toEqual(nothing)
})

test('what was nudged in vain and has nothing left to do counts no longer', async ({ db }) => {
  await db.delete(transactions)
  await keep(db, { dueAgoSeconds: 60 })
  await sweep({ db, ...nobody })
  expect((await readLag(db)).transactions).toBe(1)
  await db.update(transactions).set({ agenda: [], sweepAt: 0 })
  expect(await readLag(db)).toEqual(nothing)
  expect(await sweep({ db, ...nobody })).toBe(0)
  const [row] = await db.select().from(transactions)
  expect(row).toMatchObject({ sweeps: 0, sweepAt: Infinity })
})

test('what waits for its sweep a moment longer does not count, and what was forgotten by it does', async ({
  db,
}) => {
  await db.delete(transactions)
  await keep(db, { dueAgoSeconds: 8 })
  expect(await readLag(db)).toEqual(nothing)
  await db.update(transactions).set({ sweepAt: Date.now() - 11_000 })
  expect((await readLag(db)).transactions).toBe(1)
})

test('a task that is not due yet has no age, though its workflow has not looked', async ({
  db,
}) => {
  await db.delete(transactions)
  await keep(db, { dueAgoSeconds: -600 })
  await sweep({ db, ...nobody })
  expect(await readLag(db)).toEqual({ transactions: 1, oldestSeconds: 0 })
})

test('a move of the sandbox clock counts, and makes nothing older than it is', async ({ db }) => {
  await db.delete(transactions)
  await keep(db, { clockOffsetMs: 400 * 86_400_000 })
  await sweep({ db, ...nobody })
  expect(await readLag(db)).toEqual({ transactions: 1, oldestSeconds: 0 })
})

test('among many transactions those behind are found by an index, a thousand at most', async ({
  db,
  url,
}) => {
  await db.delete(transactions)
  await db.execute(sql`
    insert into transaction (id, tenant, mode, document_type, agenda, sweep_at, sweeps)
    select gen_random_uuid(), 'acme', 'live', 'cpf', '[{"dueAt": 1e15}]', extract(epoch from now()) * 1000 + n * 1000,
      case when n <= 1500 then 1 + n % 30 else 0 end
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze transaction`)
  expect(await readLag(db)).toEqual({ transactions: 1_000, oldestSeconds: 0 })
  const [plan] = await explainAll(url, readLag)
  expect(plan?.scanned).toEqual([])
  expect(plan?.indexes.toSorted()).toEqual(['transaction_overdue', 'transaction_sweep'])
})
