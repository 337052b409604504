// Tries stored events again, because a callback can arrive before the commit of its record.
import type { InboxDeps } from './callback.ts'
import { dropEvents, leaveEvents, takeDue } from './inbox.ts'
import { takeCallbacks } from './take.ts'

/** Tries all due events; resolves to the number that was taken. */
export async function rematch(deps: InboxDeps): Promise<number> {
  const { db, sealer } = deps
  let taken = 0
  for (;;) {
    const kept = await takeDue(db, sealer)
    if (kept.length === 0) return taken
    const left = new Set(
      await takeCallbacks(
        deps,
        kept.map(({ callback }) => callback),
      ),
    )
    const idsOf = (some: typeof kept) => some.map(({ id }) => id)
    const done = kept.filter(({ callback }) => !left.has(callback))
    await dropEvents(db, idsOf(done))
    const lost = kept.filter(({ callback, isLast }) => isLast && left.has(callback))
    await leaveEvents(db, idsOf(lost))
    taken += done.length
  }
}
