// Tries stored events again: a callback can be faster than the commit it is about.
import { type EventDeps, takeCallbacks } from '#src/messaging/inbound/ingest.ts'
import { dropEvents, takeDue } from './inbox.ts'

/** Tries all that is due; resolves to how many were taken. */
export async function rematch(deps: EventDeps): Promise<number> {
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
    const done = kept.filter(({ callback }) => !left.has(callback))
    await dropEvents(
      db,
      done.map(({ id }) => id),
    )
    taken += done.length
  }
}
