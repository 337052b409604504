// Rebuilds an agenda from its journal: for an operator, after the effect of a kind was mended, and for the test that
// agenda and journal agree.
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { applyEffect, type Kind } from '#src/journey/journal/kind.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'

/** Entries of kinds that are not known change nothing. */
export function foldAgenda(entries: readonly Entry[], kinds: readonly Kind[]): Tasks {
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  return entries.reduce<Tasks>((tasks, entry) => {
    const kind = known.get(entry.kind)
    return kind ? applyEffect(kind, tasks, entry) : tasks
  }, [])
}

/** Rebuilds one agenda under its lock. True when this changed it; the sweep then looks at it at once. */
export function rebuildAgenda(db: Db, id: string, kinds: readonly Kind[]): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ agenda: transactions.agenda })
      .from(transactions)
      .where(eq(transactions.id, id))
      .for('no key update')
    if (!row) return false
    const agenda = foldAgenda(await readJournal(tx, id, 0, Number.MAX_SAFE_INTEGER), kinds)
    // Compared after a round trip through JSON, because the column orders the names of a task by itself.
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(agenda)), row.agenda)) return false
    await tx
      .update(transactions)
      .set({ agenda, armedAt: null, sweepAt: 0 })
      .where(eq(transactions.id, id))
    return true
  })
}
