// Stores each correction as a row of its own, and rewrites the transaction's fields under its lock.
import { asc, eq, sql } from 'drizzle-orm'
import { type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { fieldsContext, readFields, type Submitted } from '#src/journey/transaction/store.ts'
import { submissions, transactionColumn } from '#src/journey/transaction/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { Corrected } from './rules.ts'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, sealed } from '#src/platform/db/columns.ts'

/**
 * A correction, numbered from 1 within its transaction, with the fields as they were before it, sealed as the
 * transaction's are.
 */
const corrections = pgTable(
  'correction',
  {
    ...transactionColumn,
    number: integer('number').notNull(),
    /** By the transaction’s clock. */
    at: instant('at').notNull(),
    /** The names of the fields that it changed, in alphabetical order. */
    names: text('names').array().notNull(),
    before: sealed('before').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.number] })],
)

const allOf = buildOnce((db: Db) =>
  db
    .select()
    .from(corrections)
    .where(eq(corrections.transactionId, sql.placeholder('id')))
    .orderBy(asc(corrections.number))
    .prepare('corrections_of'),
)

/** Lists the oldest first. */
export const listCorrections = (db: Db, id: string): Promise<Corrected[]> =>
  allOf(db).execute({ id })

export type Correcting = {
  readonly before: StoredFields
  readonly after: StoredFields
  readonly names: readonly string[]
}

/** Stores the old fields, and writes the new ones, which `locked` has already. */
export async function writeCorrection(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  { before, after, names }: Correcting,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  const number = locked.corrections + 1
  locked.corrections = number
  locked.fields = sealer.seal(key, fieldsContext(locked.tenant, locked.id), after)
  await tx.insert(corrections).values({
    transactionId: locked.id,
    number,
    at: locked.now,
    names: [...names],
    before: sealer.seal(key, contextOf(locked, number), before),
  })
  await tx
    .update(submissions)
    .set({ fields: locked.fields, corrections: number, takenBack: locked.takenBack })
    .where(eq(submissions.id, locked.id))
}

type AsOf = Pick<Submitted, 'tenant' | 'id' | 'key' | 'fields' | 'corrections'>

/**
 * The fields as they were at that moment, with the names of those corrected since; without corrections, the present
 * fields.
 */
export async function readFieldsAt(
  db: Db,
  sealer: Sealer,
  transaction: AsOf,
  at: Date | null,
): Promise<{ readonly fields: StoredFields; readonly corrected: string[] }> {
  const rows =
    at === null || transaction.corrections === 0
      ? []
      : await allOf(db).execute({ id: transaction.id })
  const later = rows.filter((one) => at !== null && one.at > at)
  const [first] = later
  if (!first) return { fields: await readFields(sealer, transaction), corrected: [] }
  const key = await openDataKey(sealer, transaction)
  return {
    fields: sealer.unseal<StoredFields>(key, contextOf(transaction, first.number), first.before),
    corrected: [...new Set(later.flatMap(({ names }) => names))].toSorted(),
  }
}

/** Deletes the corrections of an erased transaction, which nobody can read without its key. */
export async function forgetCorrections(tx: Db, id: string): Promise<{ correction: number }> {
  const gone = await tx
    .delete(corrections)
    .where(eq(corrections.transactionId, id))
    .returning({ number: corrections.number })
  return { correction: gone.length }
}

const contextOf = (
  { tenant, id }: Pick<Submitted, 'tenant' | 'id'>,
  number: number,
): SealContext => ({
  tenant,
  transaction: id,
  table: 'correction',
  column: 'before',
  rowId: `${id}/${number}`,
})
