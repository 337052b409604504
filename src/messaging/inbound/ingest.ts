// Applies vendors’ events: each once, with delivery status and entries in one commit per transaction. Transactions are
// locked one at a time in the order of their ids, so that two batches never deadlock.
import type { EventDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import type { EventHandler } from '#src/journey/inbox/callback.ts'
import { attempt } from '#src/journey/inbox/take.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import { lockById } from '#src/journey/transaction/lock.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { applyBounce } from './apply-bounce.ts'
import { applyOptOut, applyReply } from './apply-reply.ts'
import { applyStatus } from './apply-status.ts'
import { isNotice, takeNotice } from './notices.ts'
import { locate, locateNamed, type MessageCallback, type Target } from './locate.ts'
import { forgetRefusals, type KnownRecord, readRecords } from './record.ts'

/** Handles vendors’ events about messages, templates and sending accounts. */
export const messageEvents = (deps: EventDeps): EventHandler => ({
  kinds: ['status', 'inbound', 'bounce', 'template', 'account'],
  // Safe because the kinds are those of the adapters’ events.
  take: (callbacks) => takeMessages(deps, callbacks as readonly MessageCallback[]),
})

type Aimed = { readonly callback: MessageCallback; readonly target: Target }

/** Resolves to the callbacks that matched no record, or could not be applied now. */
async function takeMessages(
  deps: EventDeps,
  callbacks: readonly MessageCallback[],
): Promise<MessageCallback[]> {
  const left = new Set<MessageCallback>()
  const aimed: Aimed[] = []
  const named = (await attempt(deps, () => locateNamed(deps.reads, callbacks))) ?? new Map()
  for (const callback of callbacks) {
    const target = named.get(callback)
    if (target) {
      aimed.push({ callback, target })
      continue
    }
    if (isNotice(callback)) {
      if (!(await attempt(deps, () => takeNotice(deps, callback)))) left.add(callback)
      continue
    }
    const { accounts } = callback
    const targets = await attempt(deps, () => locate(deps.db, deps.sealer, callback))
    // A bounce to our own signed address without a record belongs to an erased record, so it is not kept.
    if (targets?.length === 0 && callback.event.kind === 'bounce' && accounts.length === 0) continue
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

/** Applies the events of one transaction; resolves to those whose attempt is unknown. */
function commitGroup(deps: EventDeps, id: string, group: readonly Aimed[]): Promise<Aimed[]> {
  const ids = [...new Set(group.map(({ target }) => target.recordId))]
  return commit(
    deps,
    async (tx, hold) => {
      // Both are sent at once on one connection in this order, so what is read was committed before the lock.
      const [locked, records] = await askInOrder(
        () => lockById(tx, id),
        () => readRecords(tx, ids),
      )
      // The transaction was erased, so its events are dropped.
      if (!locked) return []
      hold(locked)
      // A failure of one record may concern the number of another one too.
      if (group.some(isFailure)) forgetRefusals(records)
      const missed: Aimed[] = []
      for (const aimed of group) {
        const { recordId } = aimed.target
        const known = records.get(recordId)
        const applied = known && (await apply({ ...deps, tx, locked }, known, aimed))
        if (applied) records.set(recordId, applied)
        else missed.push(aimed)
      }
      return missed
    },
    { mutexKey: id, by: group.some(isAnswer) ? 'reply' : 'vendor' },
  )
}

const isFailure = ({ callback: { event } }: Aimed) =>
  event.kind === 'status' && event.fact === 'failed'

const isAnswer = ({ callback }: Aimed) => callback.event.kind === 'inbound'

/** The updated record; undefined when the event is about an unknown attempt. */
async function apply(
  ctx: InCommit<EventDeps>,
  known: KnownRecord,
  { callback, target }: Aimed,
): Promise<KnownRecord | undefined> {
  const { event } = callback
  switch (event.kind) {
    case 'status':
      return applyStatus(ctx, known, { ...callback, event })
    case 'bounce':
      return applyBounce(ctx, known, { ...callback, event })
    // Handled elsewhere (`notices.ts`).
    case 'template':
    case 'account':
      return undefined
    case 'inbound':
      return target.what === 'opt-out'
        ? applyOptOut(ctx, known, target, { ...callback, event })
        : applyReply(ctx, known, target, { ...callback, event })
  }
}
