import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { scores } from './table.ts'

type Row = typeof scores.$inferSelect
type Named = Pick<Row, 'runId' | 'module'>
type Opener = Pick<Locked, 'tenant' | 'id' | 'key'>

/** What a run has computed again counts. */
export async function saveScore(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { scorecard, ...named }: Named & Pick<Row, 'scorecard'>,
  content: unknown,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const row = {
    scorecard,
    content: sealer.seal(key, contextOf(locked, named), content),
    createdAt: locked.now,
  }
  await tx
    .insert(scores)
    .values({ ...named, transactionId: locked.id, ...row })
    .onConflictDoUpdate({ target: [scores.runId, scores.module], set: row })
}

const scoreOfRun = buildOnce((db: Db) =>
  db
    .select()
    .from(scores)
    .where(
      and(eq(scores.runId, sql.placeholder('runId')), eq(scores.module, sql.placeholder('module'))),
    )
    .prepare('score_of_run'),
)

/** Undefined before it was computed. */
export async function readScore<Content>(
  db: Db,
  sealer: Sealer,
  transaction: Opener,
  named: Named,
): Promise<(Pick<Row, 'scorecard' | 'createdAt'> & { readonly content: Content }) | undefined> {
  const [row] = await scoreOfRun(db).execute(named)
  if (!row) return undefined
  const key = await openDataKey(sealer, transaction)
  const { scorecard, createdAt, content } = row
  return {
    scorecard,
    createdAt,
    content: sealer.unseal<Content>(key, contextOf(transaction, named), content),
  }
}

/** Those of all runs of a transaction. */
export async function readScores<Content>(
  db: Db,
  sealer: Sealer,
  opener: Opener,
): Promise<(Named & { readonly content: Content })[]> {
  const rows = await db.select().from(scores).where(eq(scores.transactionId, opener.id))
  if (rows.length === 0) return []
  const key = await openDataKey(sealer, opener)
  return rows.map(({ runId, module, content }) => {
    const named = { runId, module }
    return { ...named, content: sealer.unseal<Content>(key, contextOf(opener, named), content) }
  })
}

const contextOf = ({ tenant, id }: Pick<Locked, 'tenant' | 'id'>, { runId, module }: Named) => ({
  tenant,
  transaction: id,
  table: 'score',
  column: 'content',
  rowId: `${runId}:${module}`,
})
