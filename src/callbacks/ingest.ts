// What vendors report, taken: each event once, its facts and entries in one commit per transaction, one
// transaction at a time and in the order of their ids, so that two batches never wait for each other.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { isUnavailable } from '#src/db/errors.ts'
import type { Log } from '#src/log.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { Nudger } from '#src/temporal/nudge.ts'
import type { Locked } from '#src/transaction/locked.ts'
import { lockById } from '#src/transaction/store.ts'
import { keepEvents } from './inbox.ts'
import { type Callback, locate, type Target } from './locate.ts'
import { takeReply, takeWish } from './take-reply.ts'
import { takeStatus } from './take-status.ts'

export type EventDeps = {
  readonly db: Db
  readonly sealer: Sealer
  readonly nudger: Nudger
  readonly log: Log
}

/** More are kept first and taken afterwards: a vendor wants its answer within a second. */
const atOnceMax = 20
/** A row that somebody holds for longer is not waited for: the event is kept and tried again. */
const lockMs = 1_500

/**
 * Resolves when every event is stored: taken, or kept to be tried again. Rejects only when Postgres
 * could not be asked. True: something was kept that can be taken now.
 */
export async function storeCallbacks(
  deps: EventDeps,
  callbacks: readonly Callback[],
): Promise<boolean> {
  const { db, sealer } = deps
  if (callbacks.length > atOnceMax) {
    await keepEvents(db, sealer, callbacks, 0)
    return true
  }
  const left = await takeCallbacks(deps, callbacks)
  if (left.length > 0) await keepEvents(db, sealer, left)
  return false
}

type Aimed = { readonly callback: Callback; readonly target: Target }

/** Resolves to those that found no record, or could not be taken now. */
export async function takeCallbacks(
  deps: EventDeps,
  callbacks: readonly Callback[],
): Promise<Callback[]> {
  const left = new Set<Callback>()
  const aimed: Aimed[] = []
  for (const callback of callbacks) {
    const targets = await attempt(deps, () => locate(deps.db, deps.sealer, callback))
    if (!targets?.length) left.add(callback)
    for (const target of targets ?? []) aimed.push({ callback, target })
  }
  const groups = Map.groupBy(aimed, ({ target }) => target.transactionId)
  for (const [id, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const missed = await attempt(deps, () => commit(deps, id, group))
    for (const { callback } of missed ?? group) left.add(callback)
  }
  return [...left]
}

/** Undefined when it failed for any other reason than that Postgres is away: the event is not lost by it. */
async function attempt<T>({ log }: EventDeps, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.warn({ error }, 'callback kept')
    return undefined
  }
}

/** The events of one transaction; resolves to those whose attempt is not known. */
async function commit({ db, sealer, nudger }: EventDeps, id: string, group: readonly Aimed[]) {
  const { locked, missed } = await db.transaction(async (tx) => {
    // Both at once on one connection, in this order.
    const [, held] = await Promise.all([limitWait(tx), lockById(tx, id)])
    const unknown: Aimed[] = []
    // Of an erased transaction nothing is left to tell.
    if (!held) return { locked: undefined, missed: unknown }
    for (const one of group) {
      if (!(await take(tx, sealer, held, one))) unknown.push(one)
    }
    return { locked: held, missed: unknown }
  })
  if (locked?.woken) nudger.nudge(locked)
  return missed
}

/** Async, so that it is sent when it is called: drizzle sends a query when somebody waits for it. */
async function limitWait(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', ${String(lockMs)}, true)`)
}

/** False when it is about no attempt that we know. */
function take(tx: Db, sealer: Sealer, locked: Locked, { callback, target }: Aimed) {
  const { event } = callback
  if (event.kind === 'status')
    return takeStatus(tx, sealer, locked, target.recordId, callback, event)
  return target.what === 'wish'
    ? takeWish(tx, sealer, locked, target, callback, event)
    : takeReply(tx, sealer, locked, target, callback, event)
}
