// Stores the entries of deny and allow lists, always within a tenant and mode.
import { and, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { listEntries, listEntryHashes } from '#src/journey/velocity/table.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { hashesOf } from '#src/journey/velocity/sighting.ts'
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { isOneOf, toBytes } from '#src/platform/db/rows.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'

export type Entry = typeof listEntries.$inferSelect
export type ListName = Entry['list']

/** A listed value, which is never stored unsealed. */
export type Listed = Pick<Entry, 'kind'> & { readonly value: string }

export type EntryInput = Pick<
  Entry,
  'role' | 'action' | 'awaitsSecond' | 'evidence' | 'reference' | 'expiresAt'
>

type At = { readonly owner: Owner; readonly list: ListName; readonly listed: Listed }

/** Stores an entry. A list has one entry per value, so a new one replaces the earlier. */
export async function putEntry(tx: Db, sealer: Sealer, at: At, given: EntryInput): Promise<Entry> {
  const known = await lockEntry(tx, sealer, at)
  if (known) {
    const [changed] = await tx
      .update(listEntries)
      .set(given)
      .where(eq(listEntries.id, known.id))
      .returning()
    assert(changed, 'the entry is locked')
    return changed
  }
  const { owner, list, listed } = at
  const { tenant, mode } = owner
  const hashes = hashesOf(sealer, owner, listed)
  const [hash] = hashes
  assert(hash, 'there is a hash key')
  const own = { id: newId(), tenant, mode, list, kind: listed.kind, hash, createdAt: new Date() }
  const value = [
    listEntries.tenant,
    listEntries.mode,
    listEntries.list,
    listEntries.kind,
    listEntries.hash,
  ]
  const [made] = await tx
    .insert(listEntries)
    .values({ ...own, ...given })
    // When two requests make the entry at once, the later one counts.
    .onConflictDoUpdate({ target: value, set: given })
    .returning()
  assert(made, 'the insert returned no row')
  const rows = hashes.map((one) => ({ hash: one, entryId: made.id }))
  await tx.insert(listEntryHashes).values(rows).onConflictDoNothing()
  return made
}

export async function lockEntry(
  tx: Db,
  sealer: Sealer,
  { owner, list, listed }: At,
): Promise<Entry | undefined> {
  const [found] = await tx
    .select()
    .from(listEntries)
    .where(and(isOwn(owner, list), hasOneOf))
    .for('update')
    .prepare('listed_entry')
    .execute({ hashes: toBytes(hashesOf(sealer, owner, listed)) })
  return found
}

/** Selects entries that have one of the hashes in the placeholder `hashes`. */
const hasOneOf = sql`${listEntries.id} in (
  select entry_id from ${listEntryHashes} where ${isOneOf(listEntryHashes.hash, 'hashes')})`

const isOwn = ({ tenant, mode }: Owner, list: ListName) =>
  and(eq(listEntries.tenant, tenant), eq(listEntries.mode, mode), eq(listEntries.list, list))

export type EntryFilter = {
  readonly [Name in 'kind' | 'role' | 'action' | 'evidence' | 'reference']?:
    | NonNullable<Entry[Name]>
    | undefined
} & {
  readonly awaiting?: 'second' | undefined
  /** The id of the last that was shown. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Lists the entries that count now, newest first. */
export const listEntriesOf = (
  db: Db,
  owner: Owner,
  list: ListName,
  { awaiting, before, limit, ...same }: EntryFilter,
): Promise<Entry[]> =>
  db
    .select()
    .from(listEntries)
    .where(
      and(
        isOwn(owner, list),
        gt(listEntries.expiresAt, sql`clock_timestamp()`),
        same.kind && eq(listEntries.kind, same.kind),
        same.role && eq(listEntries.role, same.role),
        same.action && eq(listEntries.action, same.action),
        same.evidence === undefined ? undefined : eq(listEntries.evidence, same.evidence),
        same.reference === undefined ? undefined : eq(listEntries.reference, same.reference),
        awaiting && isNotNull(listEntries.awaitsSecond),
        before === undefined ? undefined : lt(listEntries.id, before),
      ),
    )
    .orderBy(desc(listEntries.id))
    .limit(limit)

/** Deletes an entry; resolves to whether there was one. */
export async function dropEntry(
  tx: Db,
  owner: Owner,
  list: ListName,
  id: string,
): Promise<boolean> {
  const gone = await tx
    .delete(listEntries)
    .where(and(isOwn(owner, list), eq(listEntries.id, id)))
    .returning({ id: listEntries.id })
  return gone.length > 0
}

/** Finds the entry that counts now for the value: none or one. */
export async function findEntries(
  db: Db,
  sealer: Sealer,
  { owner, list, listed }: At,
): Promise<Entry[]> {
  const found = await listByHash(db, owner, hashesOf(sealer, owner, listed))
  return found.filter((one) => one.list === list)
}

/** Finds the entries of both lists that count now and have one of these hashes. */
export const listByHash = (
  db: Db,
  { tenant, mode }: Owner,
  hashes: readonly Buffer[],
): Promise<Entry[]> => byHash(db).execute({ tenant, mode, hashes: toBytes(hashes) })

const byHash = buildOnce((db: Db) =>
  db
    .select()
    .from(listEntries)
    .where(
      and(
        eq(listEntries.tenant, sql.placeholder('tenant')),
        eq(listEntries.mode, sql.placeholder('mode')),
        gt(listEntries.expiresAt, sql`clock_timestamp()`),
        hasOneOf,
      ),
    )
    .orderBy(desc(listEntries.id))
    .prepare('entries_by_hash'),
)

const forgottenAtOnce = 1_000

/** Deletes a batch of expired entries; resolves to their number. */
export async function forgetOldEntries(db: Db): Promise<number> {
  const old = db
    .select({ id: listEntries.id })
    .from(listEntries)
    .where(lt(listEntries.expiresAt, sql`clock_timestamp()`))
    .limit(forgottenAtOnce)
  const gone = await db
    .delete(listEntries)
    .where(inArray(listEntries.id, old))
    .returning({ id: listEntries.id })
  return gone.length
}
