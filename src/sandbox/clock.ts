// Moves the sandbox clock: raises the time offset of one transaction, and waits until everything due has happened.
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import type { Waiter } from '#src/journey/journal/wait.ts'
import { clockAdvanced, clockSettled } from '#src/journey/lifecycle/kinds.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** Runs in the caller’s commit; returns the number of its journal entry. */
export function advanceClock(locked: Locked, ms: number): number {
  locked.clockOffsetMs += ms
  // The workflow’s timer was set by the old clock, so it must be woken.
  locked.mustNudge = true
  locked.by = 'clock'
  append(locked, { kind: clockAdvanced, at: locked.now.getTime() + ms, code: String(ms) })
  return locked.lastSeq
}

/**
 * The transaction’s time at which everything due by the move had happened, or a later time; undefined if the deadline
 * (of `performance.now()`) passes before. Read from the journal, so that everybody who waits gets the same result.
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
    const done = entries.find(({ kind, ref }) => kind === clockSettled.name && Number(ref) >= seq)
    if (done) return new Date(done.at)
    seen = entries.at(-1)?.seq ?? seen
    if (!(await waiter.changed(id, seen, deadline))) return undefined
  }
}
