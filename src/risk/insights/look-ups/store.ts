import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { LookUpAnswer, LookUpName } from './port.ts'
import type { KnownLookUp } from './needed.ts'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { instant, sealed } from '#src/platform/db/columns.ts'

/** The newest answer of each look-up; for a BIN only that it could not be bought. @public drizzle-kit reads it. */
export const lookUps = pgTable(
  'look_up',
  {
    ...transactionColumn,
    name: text('name').$type<LookUpName>().notNull(),
    outcome: text('outcome').$type<'found' | 'absent' | 'failed'>().notNull(),
    /** In wall time. */
    at: instant('at').notNull(),
    /** The facts that follow from the answer; null when it failed. */
    facts: sealed('facts'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.name] })],
)

type Opener = Pick<Locked, 'id' | 'tenant' | 'key'>

/** The look-ups of a transaction with their outcomes and times, without the facts that they brought. */
export async function listLookUps(db: Db, transactionId: string): Promise<KnownLookUp[]> {
  const { name, outcome, at } = lookUps
  return db
    .select({ name, outcome, at })
    .from(lookUps)
    .where(eq(lookUps.transactionId, transactionId))
}

const lookUpsOf = buildOnce((db: Db) =>
  db
    .select()
    .from(lookUps)
    .where(eq(lookUps.transactionId, sql.placeholder('id')))
    .prepare('look_ups_of_transaction'),
)

/** Reads the look-ups of a transaction, each with the facts that follow from it. */
export async function readLookUps(
  db: Db,
  sealer: Sealer,
  opener: Opener,
): Promise<(KnownLookUp & { readonly facts: KnownFacts })[]> {
  const rows = await lookUpsOf(db).execute({ id: opener.id })
  if (rows.length === 0) return []
  const key = await openDataKey(sealer, opener)
  return rows.map(({ name, outcome, at, facts }) => ({
    name,
    outcome,
    at,
    facts: facts ? sealer.unseal<KnownFacts>(key, contextOf(opener, name), facts) : {},
  }))
}

/** A failed answer changes only the time of an older one. */
export async function saveLookUp(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  name: LookUpName,
  answer: LookUpAnswer<KnownFacts>,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const outcome = typeof answer === 'string' ? answer : 'found'
  const facts =
    typeof answer === 'string' ? null : sealer.seal(key, contextOf(locked, name), answer.found)
  const row = { outcome, at: locked.wallNow, facts } as const
  await tx
    .insert(lookUps)
    .values({ transactionId: locked.id, name, ...row })
    .onConflictDoUpdate({ target: [lookUps.transactionId, lookUps.name], set: row })
}

const contextOf = ({ tenant, id }: Opener, name: LookUpName) => ({
  tenant,
  transaction: id,
  table: 'look_up',
  column: 'facts',
  rowId: `${id}:${name}`,
})
