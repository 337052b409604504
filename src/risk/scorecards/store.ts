import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { placeholdersOf } from '#src/platform/db/rows.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { scores } from './table.ts'

type Row = typeof scores.$inferSelect
type Named = Pick<Row, 'runId' | 'step'>
type Opener = Pick<Locked, 'tenant' | 'id' | 'key'>

const given = placeholdersOf(scores)

const keepScore = buildOnce((db: Db) => {
  const { runId: _runId, step: _step, transactionId: _transactionId, ...set } = given
  return db
    .insert(scores)
    .values(given)
    .onConflictDoUpdate({ target: [scores.runId, scores.step], set })
    .prepare('keep_score')
})

/** Saves the score of a step; when the run computes the step again, the new score replaces it. */
export async function saveScore(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { scorecard, module, ...named }: Named & Pick<Row, 'scorecard' | 'module'>,
  content: unknown,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const row: Row = {
    ...named,
    module,
    transactionId: locked.id,
    scorecard,
    content: sealer.seal(key, contextOf(locked, named), content),
    createdAt: locked.now,
  }
  await keepScore(tx).execute(row)
  // Converted to what a reader would get, without values that JSON lacks.
  const made: Made = { ...row, content: JSON.parse(JSON.stringify(content)) as unknown }
  locked.made = new Map(locked.made).set(nameOf(named), made)
}

type Made = Pick<Row, 'scorecard' | 'createdAt'> & { readonly content: unknown }

const nameOf = ({ runId, step }: Named) => `score/${runId}/${step}`

const scoreOfRun = buildOnce((db: Db) =>
  db
    .select()
    .from(scores)
    .where(
      and(eq(scores.runId, sql.placeholder('runId')), eq(scores.step, sql.placeholder('step'))),
    )
    .prepare('score_of_run'),
)

/** Undefined before it was computed. Within the commit that computed it, no query is made. */
export async function readScore<Content>(
  db: Db,
  sealer: Sealer,
  transaction: Opener & Partial<Pick<Locked, 'made'>>,
  named: Named,
): Promise<(Pick<Row, 'scorecard' | 'createdAt'> & { readonly content: Content }) | undefined> {
  const made = transaction.made?.get(nameOf(named))
  // Safe because only `saveScore` stores under that name, and each module its own content.
  if (made) return made as Made & { readonly content: Content }
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

/** Reads the scores of all runs of a transaction. */
export async function readScores<Content>(
  db: Db,
  sealer: Sealer,
  opener: Opener,
): Promise<(Pick<Row, 'runId' | 'module'> & { readonly content: Content })[]> {
  const rows = await db.select().from(scores).where(eq(scores.transactionId, opener.id))
  if (rows.length === 0) return []
  const key = await openDataKey(sealer, opener)
  return rows.map(({ runId, step, module, content }) => {
    const named = { runId, step }
    return {
      runId,
      module,
      content: sealer.unseal<Content>(key, contextOf(opener, named), content),
    }
  })
}

const contextOf = ({ tenant, id }: Pick<Locked, 'tenant' | 'id'>, { runId, step }: Named) => ({
  tenant,
  transaction: id,
  table: 'score',
  column: 'content',
  rowId: `${runId}:${step}`,
})
