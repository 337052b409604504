import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { submissions, transactionColumn, transactions } from '#src/journey/transaction/table.ts'
import {
  type InCommit,
  type Locked,
  openDataKey,
  type Owner,
} from '#src/journey/transaction/locked.ts'
import { briefColumns, type FoundBrief, isOwn, toBrief } from '#src/journey/transaction/store.ts'
import type { LookUpName } from './look-ups/port.ts'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, sealed } from '#src/platform/db/columns.ts'

/** The insights that were last derived for one asker: a client, or a module of a run. @public drizzle-kit reads it. */
export const insightSets = pgTable(
  'insight_set',
  {
    ...transactionColumn,
    /** `insights` or `trustcard` for a client; for a run the name of its step and its id, `insights:<id>`. */
    asker: text('asker').notNull(),
    /** The length of the journal when they were derived; later entries may change the insights. */
    seq: integer('seq').notNull(),
    /** In wall time. */
    derivedAt: instant('derived_at').notNull(),
    /** The versions of the catalogue and of the scorecard, if one was used: `3 card@1`. */
    versions: text('versions').notNull(),
    /** The codes, the missing look-ups, and the score. */
    content: sealed('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.asker] })],
)

/** The stored part of the insights; their texts come from the catalogue. */
export type InsightContent<Score = unknown> = {
  readonly codes: readonly string[]
  readonly missing: readonly LookUpName[]
  readonly score?: Score
}

export type InsightSet = typeof insightSets.$inferSelect
/** A stored set without the transaction's id, which its reader knows already. */
export type StoredSet = Omit<InsightSet, 'transactionId'>
type Opener = Pick<Locked, 'id' | 'tenant' | 'key'>

const setOf = buildOnce((db: Db) =>
  db
    .select()
    .from(insightSets)
    .where(
      and(
        eq(insightSets.transactionId, sql.placeholder('transactionId')),
        eq(insightSets.asker, sql.placeholder('asker')),
      ),
    )
    .prepare('insight_set'),
)

const { seq, derivedAt, versions, content } = insightSets
const storedColumns = { seq, derivedAt, versions, content }

const ownSet = buildOnce((db: Db) =>
  db
    .select({ ...briefColumns, ...storedColumns })
    .from(submissions)
    .innerJoin(transactions, eq(transactions.id, submissions.id))
    .leftJoin(
      insightSets,
      and(
        eq(insightSets.transactionId, submissions.id),
        eq(insightSets.asker, sql.placeholder('asker')),
      ),
    )
    .where(isOwn)
    .prepare('own_insight_set'),
)

/** Finds a caller's own transaction with the set stored for the asker, in one statement. */
export async function findOwnInsightSet(
  db: Db,
  { tenant, mode }: Owner,
  id: string,
  asker: string,
): Promise<{ found: FoundBrief; stored: StoredSet | null } | undefined> {
  const [row] = await ownSet(db).execute({ id, tenant, mode, asker })
  const found = row && toBrief(row, { id, tenant, mode })
  if (!found) return undefined
  // Without a stored set all its columns are null.
  const { seq, derivedAt, versions, content } = row
  const isThere = seq !== null && derivedAt !== null && versions !== null && content !== null
  return { found, stored: isThere ? { asker, seq, derivedAt, versions, content } : null }
}

export async function findInsightSet(
  db: Db,
  transactionId: string,
  asker: string,
): Promise<InsightSet | undefined> {
  const [found] = await setOf(db).execute({ transactionId, asker })
  return found
}

/** The insight sets of a transaction for all askers. */
export function findInsightSets(db: Db, transactionId: string): Promise<InsightSet[]> {
  return db.select().from(insightSets).where(eq(insightSets.transactionId, transactionId))
}

export async function openInsightSet<Score>(
  sealer: Sealer,
  opener: Opener,
  { asker, content }: Pick<InsightSet, 'asker' | 'content'>,
): Promise<InsightContent<Score>> {
  const key = await openDataKey(sealer, opener)
  return sealer.unseal<InsightContent<Score>>(key, contextOf(opener, asker), content)
}

export async function saveInsightSet(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { asker, versions }: Pick<InsightSet, 'asker' | 'versions'>,
  content: InsightContent,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const row = {
    seq: locked.lastSeq,
    derivedAt: locked.wallNow,
    versions,
    content: sealer.seal(key, contextOf(locked, asker), content),
  }
  await tx
    .insert(insightSets)
    .values({ transactionId: locked.id, asker, ...row })
    .onConflictDoUpdate({ target: [insightSets.transactionId, insightSets.asker], set: row })
}

const contextOf = ({ tenant, id }: Opener, asker: string) => ({
  tenant,
  transaction: id,
  table: 'insight_set',
  column: 'content',
  rowId: `${id}:${asker}`,
})
