// After a failover that lost commits some workflows work on transactions that no longer exist, or have nothing left and
// are unknown to the sweep. They would notice only when they next wake, perhaps in an hour, so they get a signal to
// read now and end. Transactions with `armed_at` null get it too, even with tasks left, because these may be done
// before the sweep checks them.
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { and, inArray, isNotNull, ne } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { nudge, workflowId, workflowType } from '#workflows/messages.ts'

const batchSize = 200

/** Nudges every open workflow of this task queue, except those whose transaction has tasks and expects a run. */
export async function nudgeGone(db: Db, client: Client, taskQueue: string): Promise<number> {
  const query = `WorkflowType = '${workflowType}' and ExecutionStatus = 'Running' and TaskQueue = '${taskQueue}'`
  const prefix = workflowId('')
  let nudged = 0
  let batch: string[] = []
  for await (const open of client.workflow.list({ query })) {
    batch.push(open.workflowId.slice(prefix.length))
    if (batch.length < batchSize) continue
    nudged += await nudgeIdle(db, client, batch)
    batch = []
  }
  return nudged + (await nudgeIdle(db, client, batch))
}

async function nudgeIdle(db: Db, client: Client, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        inArray(transactions.id, [...ids]),
        ne(transactions.agenda, []),
        isNotNull(transactions.armedAt),
      ),
    )
  const busy = new Set(rows.map(({ id }) => id))
  const idle = ids.filter((id) => !busy.has(id))
  await Promise.all(idle.map((id) => look(client, id)))
  return idle.length
}

async function look(client: Client, id: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId(id)).signal(nudge)
  } catch (error) {
    // The workflow may have ended meanwhile, and then needs no signal.
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}
