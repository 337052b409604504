import { and, asc, count, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { isLeft } from '#src/journey/erasure/retention-store.ts'
import { newId } from '#src/platform/ids.ts'
import { transactionColumn, transactions } from '#src/journey/transaction/table.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Mode } from '#src/journey/transaction/rules.ts'
import { instant } from '#src/platform/db/columns.ts'

/** The stored images; an object without a row is swept. */
export const images = pgTable(
  'image',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    tenant: text('tenant').notNull(),
    /** The mode of the transaction. */
    mode: text('mode').$type<Mode>().notNull(),
    /** An upload of a form may be a PDF. */
    kind: text('kind').$type<'selfie' | 'document' | 'upload'>().notNull(),
    /** The submission that brought it, and its position there. */
    submissionId: uuid('submission_id').notNull(),
    position: smallint('position').notNull(),
    /** The size of the sealed object. */
    bytes: integer('bytes').notNull(),
    /** In wall time, for the retention. */
    storedAt: instant('stored_at').notNull(),
    /** Set when the person has withdrawn it: nobody may see it any more, and the next sweep deletes it. */
    droppedAt: instant('dropped_at'),
  },
  (table) => [
    index('image_submission').on(table.submissionId, table.position),
    index('image_transaction').on(table.transactionId),
    index('image_aged').on(table.tenant, table.mode, table.storedAt),
    index('image_dropped')
      .on(table.droppedAt)
      .where(sql`${table.droppedAt} is not null`),
  ],
)

export type ImageKind = 'selfie' | 'document' | 'upload'

/** A stored object that no row names yet. */
export type StoredImage = { readonly id: string; readonly bytes: number }

/** An image with its row. */
export type NamedImage = typeof images.$inferSelect

/** Adds the rows, in the commit of the submission that brought the images. */
export async function nameImages(
  tx: Db,
  locked: Pick<Locked, 'id' | 'tenant' | 'mode' | 'wallNow'>,
  submission: { readonly id: string; readonly kind: ImageKind },
  stored: readonly StoredImage[],
): Promise<void> {
  if (stored.length === 0) return
  await tx.insert(images).values(
    stored.map(({ id, bytes }, position) => ({
      id,
      transactionId: locked.id,
      tenant: locked.tenant,
      mode: locked.mode,
      kind: submission.kind,
      submissionId: submission.id,
      position,
      bytes,
      storedAt: locked.wallNow,
    })),
  )
}

/** Detaches the images of a submission that is sent again; they are deleted with other old images of the tenant. */
export async function detachImages(tx: Db, submissionId: string): Promise<void> {
  await tx
    .update(images)
    .set({ submissionId: newId() })
    .where(eq(images.submissionId, submissionId))
}

/** The images in the order in which they were sent. */
export function listImages(db: Db, submissionId: string): Promise<NamedImage[]> {
  return db
    .select()
    .from(images)
    .where(eq(images.submissionId, submissionId))
    .orderBy(asc(images.position))
}

export async function findImage(db: Db, id: string): Promise<NamedImage | undefined> {
  const [found] = await db.select().from(images).where(eq(images.id, id))
  return found
}

/** Those of the ids that have a row. */
export async function listNamed(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: images.id })
    .from(images)
    .where(sql`${images.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

/** Detaches the images of submissions, so that the next sweep deletes them; resolves to their number. */
export async function dropImages(
  tx: Db,
  submissions: readonly string[],
  droppedAt: Date,
): Promise<number> {
  const dropped = await tx
    .update(images)
    .set({ submissionId: newId(), droppedAt })
    .where(
      sql`${images.submissionId} = any(string_to_array(${submissions.join(',')}, ',')::uuid[])`,
    )
    .returning({ id: images.id })
  return dropped.length
}

/** Detaches all images of a transaction when its person withdraws them; resolves to their number. */
export async function dropAllImages(
  tx: Db,
  transactionId: string,
  droppedAt: Date,
): Promise<number> {
  const dropped = await tx
    .update(images)
    .set({ droppedAt })
    .where(eq(images.transactionId, transactionId))
    .returning({ id: images.id })
  return dropped.length
}

export async function countImages(db: Db, transactionId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(images)
    .where(eq(images.transactionId, transactionId))
  return row?.count ?? 0
}

/** The images of transactions whose key is destroyed, and the images that their person has withdrawn. */
export async function listErased(db: Db, limit: number, transactionId?: string): Promise<string[]> {
  const rows = await db
    .select({ id: images.id })
    .from(images)
    .innerJoin(transactions, eq(transactions.id, images.transactionId))
    .where(
      and(
        or(isNotNull(transactions.erasedAt), isNotNull(images.droppedAt)),
        transactionId === undefined ? undefined : eq(images.transactionId, transactionId),
      ),
    )
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * The images of one tenant and mode that were stored before a moment of wall time, without those of restricted
 * transactions and those that a hold, a review or a legal duty keeps.
 */
export async function listOlder(
  db: Db,
  { tenant, mode }: Owner,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: images.id })
    .from(images)
    .innerJoin(transactions, eq(transactions.id, images.transactionId))
    .where(
      and(
        eq(images.tenant, tenant),
        eq(images.mode, mode),
        lt(images.storedAt, before),
        isNull(transactions.restrictedAt),
        isLeft(transactions),
      ),
    )
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Every tenant and mode that has images. */
export const listOwners = async (db: Db): Promise<Owner[]> =>
  db.selectDistinct({ tenant: images.tenant, mode: images.mode }).from(images)

export async function forgetImages(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .delete(images)
    .where(sql`${images.id} = any(string_to_array(${ids.join(',')}, ',')::uuid[])`)
}
