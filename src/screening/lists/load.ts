// Loads a version of a list completely or not at all; until then the previous version counts.
import { and, eq, sql } from 'drizzle-orm'
import { assert } from '#src/platform/assert.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { ListEntry, ReadList } from './schema.ts'
import { publishedEntries, publishedLists } from './table.ts'

export type Loading = Omit<ReadList, 'version'> & {
  readonly version: string
  readonly digest: Buffer
  readonly bytes: number
}

type Loaded = {
  readonly outcome: 'loaded' | 'confirmed'
  readonly version: string
  /** The number of entries in the previous version. */
  readonly before: number | undefined
}

const rowsAtOnce = 1_000
/** A version with a smaller share of the previous number of entries was cut off or misread. */
const shareLeast = 0.5
/**
 * Up to this many lines without a name are usual; more of them, at a share above the limit below, mean that the file
 * was damaged.
 */
const skippedUsual = 10
const skippedShareMax = 0.1

/** Throws an Error that says why the list is not loaded; nothing has changed then. */
export async function loadList(
  db: Db,
  { digest, entries, skippedCount, ...list }: Loading,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<Loaded> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`published-list ${list.name}`}))`)
    const now = new Date()
    const [current] = await tx
      .select()
      .from(publishedLists)
      .where(and(eq(publishedLists.name, list.name), publishedLists.isCurrent))
    const before = current?.entries
    if (current?.digest.equals(digest)) {
      const confirmed = { confirmedAt: now }
      await tx.update(publishedLists).set(confirmed).where(eq(publishedLists.id, current.id))
      return { outcome: 'confirmed', version: current.version, before }
    }
    if (!isForced) refuseBroken(list.name, entries.length, skippedCount)
    if (current && !isForced) refuseWorse(current, { ...list, entries })
    const [known] = await tx
      .select({ id: publishedLists.id })
      .from(publishedLists)
      .where(and(eq(publishedLists.name, list.name), eq(publishedLists.version, list.version)))
    if (known)
      throw new Error(
        `${list.name}: the version ${list.version} was loaded with other content; name it anew with --version`,
      )
    const id = newId()
    await tx.insert(publishedLists).values({
      ...list,
      id,
      digest,
      entries: entries.length,
      skipped: skippedCount,
      loadedAt: now,
      confirmedAt: now,
      isCurrent: true,
    })
    await insertEntries(tx, id, entries)
    if (current) {
      await tx
        .update(publishedLists)
        .set({ isCurrent: false })
        .where(eq(publishedLists.id, current.id))
      await tx.delete(publishedEntries).where(eq(publishedEntries.listId, current.id))
    }
    return { outcome: 'loaded', version: list.version, before }
  })
}

function refuseBroken(name: string, read: number, skipped: number): void {
  const lines = read + skipped
  if (skipped > skippedUsual && skipped > lines * skippedShareMax)
    throw new Error(
      `${name}: ${skipped} of ${lines} lines name nobody: the file is broken, or is misread; --force loads the rest`,
    )
}

function refuseWorse(
  current: { readonly version: string; readonly entries: number },
  { name, version, entries }: Pick<Loading, 'name' | 'version' | 'entries'>,
): void {
  if (version.localeCompare(current.version, 'en', { numeric: true }) < 0)
    throw new Error(
      `${name}: the version ${version} is older than ${current.version}, which counts; --force loads it all the same`,
    )
  if (entries.length < current.entries * shareLeast)
    throw new Error(
      `${name}: ${entries.length} entries instead of ${current.entries}: the file was cut off, or is misread; --force loads it all the same`,
    )
}

async function insertEntries(tx: Db, listId: string, entries: readonly ListEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const rows = entries.slice(from, from + rowsAtOnce)
    assert(rows.length > 0, 'a batch has rows')
    await tx
      .insert(publishedEntries)
      .values(rows.map((content, at) => ({ listId, at: from + at, content })))
  }
}
