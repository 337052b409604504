// The retention of the audit log: runs only if an operator requests it, by a function that only the role of retention
// may call.
import { sql } from 'drizzle-orm'
import { inBatches } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import { audit } from '#src/platform/audit/table.ts'
import { isUnheld } from './retention-store.ts'

/** Younger rows are never deleted. */
export const leastAuditDays = 365

const batchSize = 1_000

type Asked = { readonly before: Date; readonly isDry: boolean }

/** Resolves to the number of rows that were deleted, or would be; rows of a transaction under a legal hold stay. */
export async function purgeAudit(
  { reports, retention }: { readonly reports: Db; readonly retention: Db },
  { before, isDry }: Asked,
): Promise<number> {
  const at = sql`${before.toISOString()}::timestamptz`
  if (isDry)
    return reports.$count(audit, sql`${audit.at} < ${at} and ${isUnheld(audit.transactionId)}`)
  return inBatches(async () => {
    const [row] = await retention.execute<{ count: number }>(
      sql`select purge_audit(${at}, ${batchSize}) as count`,
    )
    return row?.count ?? 0
  })
}
