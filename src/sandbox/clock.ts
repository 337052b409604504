// The sandbox clock: raises the offset of one transaction, and waits until all that is due has fired.
import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import { readJournal } from '#src/journal/read.ts'
import type { Waiter } from '#src/journal/wait.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { transactions } from '#src/transaction/table.ts'

/** In the caller's commit; resolves to the journal's number of the move. */
export async function advanceClock(tx: Db, locked: Locked, ms: number): Promise<number> {
  await tx
    .update(transactions)
    .set({ clockOffsetMs: locked.clockOffsetMs + ms })
    .where(eq(transactions.id, locked.id))
  const at = locked.now.getTime() + ms
  await append(tx, locked, [{ kind: 'clock-advanced', at }])
  return locked.lastSeq
}

/**
 * The transaction's time at which the workflow had settled the move, or a later one; undefined when it
 * had not by the deadline (epoch ms). From the journal, so that everybody who waits gets the same.
 */
export async function waitForClock(
  db: Db,
  waiter: Waiter,
  { id, seq }: { id: string; seq: number },
  deadline: number,
): Promise<Date | undefined> {
  let seen = seq
  for (;;) {
    const entries = await readJournal(db, id, seen)
    const settled = entries.find(({ kind, ref }) => kind === 'clock-settled' && Number(ref) >= seq)
    if (settled) return new Date(settled.at)
    seen = entries.at(-1)?.seq ?? seen
    if (!(await waiter.changed(id, seen, deadline))) return undefined
  }
}
