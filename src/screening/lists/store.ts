// Reads the loaded published lists from the database.
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { ListEntry } from './schema.ts'
import { publishedEntries, publishedLists } from './table.ts'

export type CurrentList = Pick<
  typeof publishedLists.$inferSelect,
  'id' | 'name' | 'service' | 'version' | 'loadedAt' | 'confirmedAt' | 'entries'
>

/** The current versions by list name. */
export function listCurrent(db: Db): Promise<CurrentList[]> {
  const { id, name, service, version, loadedAt, confirmedAt, entries } = publishedLists
  return db
    .select({ id, name, service, version, loadedAt, confirmedAt, entries })
    .from(publishedLists)
    .where(eq(publishedLists.isCurrent, true))
    .orderBy(asc(name))
}

const entriesAtOnce = 2_000

/** Reads small parts, so that nothing in between waits long. */
export async function* readEntries(db: Db, listId: string): AsyncGenerator<ListEntry[]> {
  let after = -1
  for (;;) {
    const rows = await db
      .select({ at: publishedEntries.at, content: publishedEntries.content })
      .from(publishedEntries)
      .where(and(eq(publishedEntries.listId, listId), gt(publishedEntries.at, after)))
      .orderBy(asc(publishedEntries.at))
      .limit(entriesAtOnce)
    if (rows.length === 0) return
    after = rows.at(-1)?.at ?? after
    yield rows.map(({ content }) => content)
  }
}
