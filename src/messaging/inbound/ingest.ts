// Takes what vendors report: each event once, its delivery status and entries in one commit per transaction, one
// transaction at a time and in the order of their ids, so that two batches never wait for each other.
import { commit, type CommitDeps } from '#src/journey/commit/commit.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { Db } from '#src/platform/db/client.ts'
import { isUnavailable, sqlState } from '#src/platform/db/errors.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { lockById } from '#src/journey/transaction/lock.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { applyBounce } from './apply-bounce.ts'
import { applyOptOut, applyReply } from './apply-reply.ts'
import { applyStatus } from './apply-status.ts'
import { isReport, type ReportDeps, takeReport } from '#src/screening/reports/check-reports.ts'
import { isNotice, takeNotice } from './notices.ts'
import { keepEvents } from '#src/journey/inbox/inbox.ts'
import { type Callback, locate, type Target } from './locate.ts'
import { type KnownRecord, readRecords } from './record.ts'

export type EventDeps = CommitDeps &
  ReportDeps & {
    readonly sealer: Sealer
    readonly log: Log
    readonly messaging: Pick<Messaging, 'accounts'>
    readonly metrics: Pick<Metrics, 'callbacksUnmatched'>
  }

/** More are kept first and taken afterwards: a vendor wants its answer within a second. */
const atOnceMax = 20
/** Somebody has held the transaction for longer than a commit waits: the event is kept. */
const lockNotAvailable = '55P03'

/**
 * Resolves when every event is stored: taken, or kept to be tried again. Rejects only when Postgres could not
 * be asked. True: something was kept that can be taken now.
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
  for (const { accounts } of left)
    deps.metrics.callbacksUnmatched.inc({ account: accounts[0] ?? 'none' })
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
    if (isReport(callback)) {
      if (!(await attempt(deps, () => takeReport(deps, callback)))) left.add(callback)
      continue
    }
    if (isNotice(callback)) {
      if (!(await attempt(deps, () => takeNotice(deps, callback)))) left.add(callback)
      continue
    }
    const targets = await attempt(deps, () => locate(deps.db, deps.sealer, callback))
    // An address that we have written ourselves names a record that is there, or that is gone.
    if (targets?.length === 0 && callback.event.kind === 'bounce') continue
    if (!targets?.length) left.add(callback)
    for (const target of targets ?? []) aimed.push({ callback, target })
  }
  const groups = Map.groupBy(aimed, ({ target }) => target.transactionId)
  for (const [id, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const missed = await attempt(deps, () => commitGroup(deps, id, group))
    for (const { callback } of missed ?? group) left.add(callback)
  }
  return [...left]
}

/** Undefined when it failed for any other reason than that Postgres is away: the event is not lost by it. */
async function attempt<T>({ log }: EventDeps, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error) && sqlState(error) !== lockNotAvailable) throw error
    log.warn({ error }, 'callback kept')
    return undefined
  }
}

/** The events of one transaction; resolves to those whose attempt is not known. */
function commitGroup(deps: EventDeps, id: string, group: readonly Aimed[]): Promise<Aimed[]> {
  const ids = [...new Set(group.map(({ target }) => target.recordId))]
  return commit(
    deps,
    async (tx, hold) => {
      // At once on one connection, in this order: what is read was committed before the lock.
      const [locked, records] = await Promise.all([lockById(tx, id), readRecords(tx, ids)])
      // Of an erased transaction nothing is left to report.
      if (!locked) return []
      hold(locked)
      const missed: Aimed[] = []
      for (const aimed of group) {
        const { recordId } = aimed.target
        const known = records.get(recordId)
        const applied = known && (await apply(tx, deps, locked, known, aimed))
        if (applied) records.set(recordId, applied)
        else missed.push(aimed)
      }
      return missed
    },
    { mutexKey: id },
  )
}

/** The record as it is then; undefined when the event is about no attempt that we know. */
async function apply(
  tx: Db,
  deps: EventDeps,
  locked: Locked,
  known: KnownRecord,
  { callback, target }: Aimed,
): Promise<KnownRecord | undefined> {
  const { event } = callback
  const { sealer } = deps
  switch (event.kind) {
    case 'status':
      return applyStatus(tx, deps, locked, known, callback, event)
    case 'bounce':
      return applyBounce(tx, locked, known)
    // Taken by other ways.
    case 'check':
    case 'template':
    case 'account':
      return undefined
    case 'inbound':
      return target.what === 'opt-out'
        ? applyOptOut(tx, sealer, locked, known, target, callback, event)
        : applyReply(tx, sealer, locked, known, target, callback, event)
  }
}
