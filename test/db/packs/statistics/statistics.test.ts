// What statistics count, and that they look at a bounded part of one index, however much there is.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { readStatistics } from '#src/packs/statistics/store.ts'
import { packModules, packRuns } from '#src/packs/runs/table.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const dayMs = 86_400_000

type Given = Partial<typeof packRuns.$inferInsert> & {
  readonly modules?: readonly Partial<typeof packModules.$inferInsert>[]
}

/** One run that took 10 seconds, with its modules, `daysAgo`. */
async function keepRun(
  db: Db,
  owner: Owner,
  daysAgo: number,
  { modules = [], ...given }: Given = {},
) {
  const [id, transactionId] = [randomUUID(), randomUUID()]
  const startedAt = new Date(Date.now() - daysAgo * dayMs)
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1_000)
  const made = { ...owner, documentType: 'cpf' as const, sweepAt: Date.now() }
  await db.insert(transactions).values({ ...made, id: transactionId })
  const run = {
    owner: '*',
    name: 'basic',
    version: 1,
    implicit: true,
    status: 'completed' as const,
  }
  await db
    .insert(packRuns)
    .values({ ...owner, ...run, id, transactionId, startedAt, endedAt: after(10), ...given })
  for (const module of modules)
    await db.insert(packModules).values({
      runId: id,
      step: 'score',
      status: 'completed',
      startedAt,
      endedAt: after(1),
      ...module,
    })
}

const ofTenant = (): Owner => ({ tenant: randomUUID(), mode: 'sandbox' })
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

test('runs are counted by day, version and what became of them', async ({ db }) => {
  const owner = ofTenant()
  await keepRun(db, owner, 0)
  await keepRun(db, owner, 0)
  await keepRun(db, owner, 0, { version: 2, outcome: 'rejected' })
  await keepRun(db, owner, 2, { status: 'processing', endedAt: null })
  expect(await readStatistics(db, owner, { packOwner: '*', name: 'basic', days: 30 })).toEqual({
    name: 'basic',
    since: expect.any(String),
    runs: [
      { day: dayOf(0), version: 2, status: 'completed', outcome: 'rejected', count: 1 },
      { day: dayOf(0), version: 1, status: 'completed', count: 2 },
      { day: dayOf(2), version: 1, status: 'processing', count: 1 },
    ],
    modules: [],
  })
})

test('only runs of the caller, the pack and the days asked for are counted', async ({ db }) => {
  const owner = ofTenant()
  await keepRun(db, { ...owner, mode: 'live' }, 0)
  await keepRun(db, ofTenant(), 0)
  await keepRun(db, owner, 0, { name: 'other' })
  await keepRun(db, owner, 8)
  const { runs } = await readStatistics(db, owner, { packOwner: '*', name: 'basic', days: 7 })
  expect(runs).toEqual([])
})

test('modules are measured from begin to end, slowest first; one that was never reached is not', async ({
  db,
}) => {
  const owner = ofTenant()
  for (const seconds of [1, 2, 3, 4, 100])
    await keepRun(db, owner, 0, {
      modules: [
        { step: 'score', endedAt: new Date(Date.now() + seconds * 1_000), startedAt: new Date() },
        { step: 'quick', status: seconds === 100 ? 'failed' : 'completed' },
        { step: 'waiting', status: 'processing', endedAt: null },
        { step: 'never', status: 'skipped', startedAt: null },
      ],
    })
  const { modules } = await readStatistics(db, owner, { packOwner: '*', name: 'basic', days: 30 })
  expect(modules).toMatchObject([
    { module: 'score', count: 5, failures: 0 },
    { module: 'quick', count: 5, failures: 1, p50Seconds: 1, p95Seconds: 1 },
    { module: 'waiting', count: 5, failures: 0 },
  ])
  expect(modules[0]?.p50Seconds).toBeCloseTo(3, 1)
  expect(modules[0]?.p95Seconds).toBeCloseTo(80.8, 0)
  expect(modules[2]).not.toHaveProperty('p50Seconds')
})

test('of many runs the newest are counted, and the answer says since when', async ({ db }) => {
  const owner = ofTenant()
  for (const daysAgo of [0, 1, 2, 3]) await keepRun(db, owner, daysAgo)
  const bounds = { runsMax: 2, measuredMax: 2 }
  const { runs, since } = await readStatistics(
    db,
    owner,
    { packOwner: '*', name: 'basic', days: 30 },
    bounds,
  )
  expect(runs.map(({ day }) => day)).toEqual([dayOf(0), dayOf(1)])
  expect(since.slice(0, 10)).toBe(dayOf(1))
})

test('among 20 000 runs no table is read as a whole', async ({ db, url }) => {
  const owner = ofTenant()
  const [transactionId, other] = [randomUUID(), randomUUID()]
  const made = { ...owner, documentType: 'cpf' as const, sweepAt: Date.now() }
  await db.insert(transactions).values({ ...made, id: transactionId })
  await db.execute(sql`
    insert into ${packRuns} (id, transaction_id, tenant, mode, owner, name, version, implicit, status, started_at)
    select gen_random_uuid(), ${transactionId}, case when n % 50 = 0 then ${owner.tenant} else ${other} end,
      'sandbox', '*', 'basic', 1, false, 'completed', now() - n * interval '1 minute'
    from generate_series(1, 20000) n`)
  await db.execute(sql`
    insert into ${packModules} (run_id, step, status, started_at, ended_at)
    select id, 'score', 'completed', started_at, started_at from ${packRuns}
    where transaction_id = ${transactionId}`)
  await db.execute(sql`analyze`)
  const plans = await explainAll(url, (asked) =>
    readStatistics(asked, owner, { packOwner: '*', name: 'basic', days: 30 }),
  )
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(plan.scanned).toEqual([])
    expect(plan.indexes).toContain('pack_run_counted')
  }
})
