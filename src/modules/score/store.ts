import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { buildOnce } from '#src/db/prepared.ts'
import type { ScoreResult } from './schema.ts'
import { scores } from './table.ts'

export async function insertScore(tx: Db, row: typeof scores.$inferInsert): Promise<void> {
  await tx.insert(scores).values(row).onConflictDoNothing()
}

const scoresOfRun = buildOnce((db: Db) =>
  db
    .select()
    .from(scores)
    .where(eq(scores.runId, sql.placeholder('runId')))
    .prepare('scores_of_run'),
)

export async function listScores(db: Db, runId: string): Promise<ScoreResult[]> {
  const rows = await scoresOfRun(db).execute({ runId })
  return rows.map(({ value, reason, reasons, createdAt }) => ({
    value,
    reason,
    createdAt: createdAt.toISOString(),
    reasons,
  }))
}
