import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { journal } from '#src/journal/table.ts'
import type { ScoreResult } from './schema.ts'
import { scores } from './table.ts'

export async function insertScore(tx: Db, row: typeof scores.$inferInsert): Promise<void> {
  await tx.insert(scores).values(row).onConflictDoNothing()
}

export async function listScores(db: Db, runId: string): Promise<ScoreResult[]> {
  const rows = await db.select().from(scores).where(eq(scores.runId, runId))
  return rows.map(({ value, reason, reasons, createdAt }) => ({
    value,
    reason,
    createdAt: createdAt.toISOString(),
    reasons,
  }))
}

/** Whether an e-mail token of the transaction was confirmed: the journal says so. */
export async function isEmailVerified(db: Db, transactionId: string): Promise<boolean> {
  const found = await db
    .select({ seq: journal.seq })
    .from(journal)
    .where(and(eq(journal.transactionId, transactionId), eq(journal.kind, 'email-token-valid')))
    .limit(1)
  return found.length > 0
}
