import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { buildOnce } from '#src/db/prepared.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import type { LookUpName } from './look-ups/port.ts'
import { insightSets } from './table.ts'

/** What is stored of them: words come from the catalogue. */
export type InsightContent<Score = unknown> = {
  readonly codes: readonly string[]
  readonly missing: readonly LookUpName[]
  readonly score?: Score
}

export type InsightSet = typeof insightSets.$inferSelect
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

export async function findInsightSet(
  db: Db,
  transactionId: string,
  asker: string,
): Promise<InsightSet | undefined> {
  const [found] = await setOf(db).execute({ transactionId, asker })
  return found
}

/** Of whoever has asked. */
export function findInsightSets(db: Db, transactionId: string): Promise<InsightSet[]> {
  return db.select().from(insightSets).where(eq(insightSets.transactionId, transactionId))
}

export async function openInsightSet<Score>(
  sealer: Sealer,
  opener: Opener,
  { asker, content }: Pick<InsightSet, 'asker' | 'content'>,
): Promise<InsightContent<Score>> {
  const key = await openDataKey(sealer, opener)
  return sealer.unseal<InsightContent<Score>>(key, placeOf(opener, asker), content)
}

export async function saveInsightSet(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  { asker, versions }: Pick<InsightSet, 'asker' | 'versions'>,
  content: InsightContent,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const row = {
    seq: locked.lastSeq,
    derivedAt: locked.wallNow,
    versions,
    content: sealer.seal(key, placeOf(locked, asker), content),
  }
  await tx
    .insert(insightSets)
    .values({ transactionId: locked.id, asker, ...row })
    .onConflictDoUpdate({ target: [insightSets.transactionId, insightSets.asker], set: row })
}

const placeOf = ({ tenant, id }: Opener, asker: string) => ({
  tenant,
  transaction: id,
  table: 'insight_set',
  column: 'content',
  rowId: `${id}:${asker}`,
})
