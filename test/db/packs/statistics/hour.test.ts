// What the dashboards see of runs: counts by pack and outcome, of the last hour alone.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transactions } from '#src/journey/transaction/table.ts'
import { packRuns } from '#src/packs/runs/table.ts'
import { showRuns } from '#src/packs/statistics/hour.ts'
import { firstIdOf, newId } from '#src/platform/ids.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const about = { tenant: 'acme', mode: 'live' } as const

test('runs of the last hour are counted by pack and outcome, along the primary key; what a pack calls otherwise is other', async ({
  db,
  url,
}) => {
  const transactionId = randomUUID()
  await db
    .insert(transactions)
    .values({ ...about, id: transactionId, documentType: 'cpf', sweepAt: 0 })
  const run = { ...about, transactionId, owner: '*', name: 'basic', version: 1, implicit: false, startedAt: new Date() } // prettier-ignore
  const completed = { ...run, status: 'completed' } as const
  await db.insert(packRuns).values([
    { ...run, id: newId(), status: 'processing' },
    ...['approved', 'approved', 'rejected', 'to-the-branch', null].map((outcome) => ({
      ...completed,
      id: newId(),
      outcome,
    })),
    { ...completed, id: firstIdOf(Date.now() - 3_700_000), outcome: 'approved' },
  ])
  const metrics = createMetrics()
  await showRuns(db, metrics)
  const { values } = await metrics.runsHour.get()
  const found = Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
  expect(found).toEqual({ open: 1, approved: 2, rejected: 1, other: 1, none: 1 })
  expect(values[0]?.labels).toMatchObject({ ...about, pack: 'basic' })
  await db.execute(sql`
    insert into pack_run (id, transaction_id, owner, tenant, mode, name, version, implicit, started_at)
    select ('018b' || substr(gen_random_uuid()::text, 5))::uuid, ${transactionId}, '*', 'acme', 'live', 'basic', 1, false, now()
    from generate_series(1, 10000)`)
  await db.execute(sql`analyze pack_run`)
  const [plan] = await explainAll(url, (own) => showRuns(own, metrics))
  expect(plan?.indexes).toEqual(['pack_run_pkey'])
})
