// What vendors report, taken by the areas that it is about; what nobody could take is kept, and tried again.
import { isUnavailable, sqlState } from '#src/platform/db/errors.ts'
import type { Log } from '#src/platform/log.ts'
import type { Callback, InboxDeps } from './callback.ts'
import { keepEvents } from './inbox.ts'

/** More are kept first and taken afterwards: a vendor wants its answer within a second. */
const atOnceMax = 20
/** Somebody has held the transaction for longer than a commit waits: the event is kept. */
const lockNotAvailable = '55P03'

/**
 * Resolves when every event is stored: taken, or kept to be tried again. Rejects only when Postgres could not
 * be asked. True: something was kept that can be taken now.
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

/** Resolves to those that found no record, or could not be taken now. */
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

/** Undefined when it failed for any other reason than that Postgres is away: the event is not lost by it. */
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
