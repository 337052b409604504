// Passes the events of vendors to the areas of their kinds; an event that cannot be taken is stored and tried again.
import { isUnavailable, sqlState } from '#src/platform/db/errors.ts'
import type { Log } from '#src/platform/log.ts'
import type { Callback, InboxDeps } from './callback.ts'
import { keepEvents } from './inbox.ts'

/** Larger batches are stored first and taken afterwards, because a vendor expects its answer within a second. */
const atOnceMax = 20
/** The SQL state when the lock of a transaction was not released in time: the event is stored instead. */
const lockNotAvailable = '55P03'

/**
 * Resolves when every event is taken or stored for another try: true when events were stored that can be taken now.
 * Rejects only when Postgres cannot be reached.
 */
export async function storeCallbacks(
  deps: InboxDeps,
  callbacks: readonly Callback[],
): Promise<boolean> {
  const { db, sealer } = deps
  if (callbacks.length > atOnceMax) {
    await keepEvents(db, sealer, callbacks, 0)
    return true
  }
  const left = await takeCallbacks(deps, callbacks)
  if (left.length > 0) await keepEvents(db, sealer, left)
  for (const { accounts } of left)
    deps.metrics.callbacksUnmatched.inc({ account: accounts[0] ?? 'none' })
  return false
}

/** Resolves to the callbacks that match no record, or cannot be taken now. */
export async function takeCallbacks(
  deps: InboxDeps,
  callbacks: readonly Callback[],
): Promise<Callback[]> {
  const groups = Map.groupBy(callbacks, ({ event }) =>
    deps.eventHandlers.find(({ kinds }) => kinds.includes(event.kind)),
  )
  const left: Callback[] = []
  for (const [handler, own] of groups) left.push(...(handler ? await handler.take(own) : own))
  return left
}

/** Undefined when the work failed although the database is reachable; the event is stored, so it is not lost. */
export async function attempt<T>(
  { log }: { readonly log: Pick<Log, 'warn'> },
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error) && sqlState(error) !== lockNotAvailable) throw error
    log.warn({ error }, 'callback kept')
    return undefined
  }
}
