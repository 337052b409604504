// After a failover that lost commits some workflows drive what is gone, and of those that have nothing left the sweep
// knows no more. They would notice when they next look, which may be in an hour: told to look now, they find nothing and end.
// What is disarmed and has something to do may have nothing a moment later, before the sweep has come to it: it is told too.
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { and, inArray, isNotNull, ne } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { nudge, workflowId, workflowType } from '#workflows/messages.ts'

const batchSize = 200

/** Nudges every open workflow of this task queue, but those whose transaction has something to do and counts on them. */
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
