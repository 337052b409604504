import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { nudgeGone } from '#src/journey/temporal/gone.ts'
import { until } from '#test/workflow/client.ts'
import { withOwnService } from '#test/workflow/fixture.ts'

/** The sweep would find nothing: it looks at rows. */
const test = withOwnService({ SWEEP_SECONDS: '3600', IDLE_CLOSE_SECONDS: '1' })

/** As a failover that has lost them leaves it. */
async function lose(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from transaction where id = ${id}`)
  })
}

/** As it is once all are disarmed that the lost commits may have armed. */
const leaveNothing = (db: Db, id: string) =>
  db.execute(sql`update transaction set agenda = '[]', armed_at = null where id = ${id}`)

test('a workflow of a transaction that is gone, or has nothing left, is told to look and ends, and no other is', async ({
  client,
  service,
}) => {
  const [known, gone, left] = [await client.create(), await client.create(), await client.create()]
  for (const id of [known, gone, left]) {
    await client.requestToken(id)
    await client.journalWith(id, 'challenge-accepted')
  }
  const { db, config } = service.services
  await lose(db, gone)
  await leaveNothing(db, left)
  // The list is a moment behind, and who was told is open no longer than a second.
  const query = `TaskQueue = '${config.TEMPORAL_TASK_QUEUE}' and ExecutionStatus = 'Running'`
  await until(async () => (await service.client.workflow.count(query)).count === 3 || undefined)
  expect(await nudgeGone(db, service.client, config.TEMPORAL_TASK_QUEUE)).toBe(2)
  for (const id of [gone, left])
    await until(async () => (await client.describe(id)).status.name === 'COMPLETED' || undefined)
  expect(await nudgeGone(db, service.client, config.TEMPORAL_TASK_QUEUE)).toBe(0)
  expect((await client.describe(known)).status.name).toBe('RUNNING')
})
