import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { journal } from './table.ts'

/** Reads at most `limit` entries after `seq`, in order. */
export async function readJournal(
  db: Db,
  transactionId: string,
  after = 0,
  limit = 1_000,
): Promise<(Entry & { readonly requestId: string | null })[]> {
  const rows = await db
    .select()
    .from(journal)
    .where(and(eq(journal.transactionId, transactionId), gt(journal.seq, after)))
    .orderBy(asc(journal.seq))
    .limit(limit)
  return rows.map(({ transactionId: _transactionId, at, dueAt, ...rest }) => ({
    ...rest,
    at: at.getTime(),
    dueAt: dueAt?.getTime() ?? null,
  }))
}
