// Shares faults of our access or sender that vendors report after accepting a message. The process that gets the report
// is not the one that sends, so every worker polls them, and its breaker counts them like refusals.
import { and, asc, gt, lte } from 'drizzle-orm'
import type { Calls } from '#src/journey/calls/calls.ts'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import { accountFaults } from '#src/messaging/challenges/table.ts'

/** Called within the commit of the report. */
export async function noteAccountFault(
  { tx, metrics }: { readonly tx: Db; readonly metrics: Pick<Metrics, 'accountFaults'> },
  fault: typeof accountFaults.$inferInsert,
): Promise<void> {
  await tx.insert(accountFaults).values(fault)
  metrics.accountFaults.inc({ account: fault.account, code: fault.code })
}

/** Transactions that committed before a query may become visible only after it. */
const overlapMs = 2_000

/** Each call notifies the breakers of the faults since the previous call. */
export function createFaultWatch(
  db: Db,
  calls: Pick<Calls, 'noteRefusal'>,
  now: () => number = Date.now,
): () => Promise<void> {
  let until = now() - overlapMs
  return async () => {
    const next = now() - overlapMs
    const { account, tenant, at } = accountFaults
    const found = await db
      .select({ account, tenant })
      .from(accountFaults)
      .where(and(gt(at, new Date(until)), lte(at, new Date(next))))
      .orderBy(asc(at))
      .limit(1_000)
    until = next
    for (const one of found) calls.noteRefusal(one.account, one.tenant)
  }
}

/** Deletes a batch of faults from a day ago; resolves to their number. */
export const forgetOldFaults = (db: Db): Promise<number> =>
  deleteOlder(db, accountFaults.at, '1 day')
