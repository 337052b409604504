// The events of one transaction, applied in one commit: delivery status, replies, entries.
import type { EventDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import { currentRequestId } from '#src/platform/http/request/current.ts'
import { lockById } from '#src/journey/transaction/lock.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { applyBounce } from './apply-bounce.ts'
import { applyOptOut, applyReply } from './apply-reply.ts'
import { applyStatus } from './apply-status.ts'
import type { MessageCallback, Target } from './locate.ts'
import { forgetRefusals, type KnownRecord, readRecords } from './record.ts'

export type Aimed = { readonly callback: MessageCallback; readonly target: Target }

export type Group = {
  /** The transaction. */
  readonly id: string
  readonly tenant: string
  /** The request that brought the events. */
  readonly requestId: string | undefined
  readonly events: readonly Aimed[]
}

/** Groups the events by transaction, ordered by its id. */
export function toGroups(aimed: readonly Aimed[]): Group[] {
  const requestId = currentRequestId()
  const groups = Map.groupBy(aimed, ({ target }) => target.transactionId)
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, events]) => ({ id, tenant: events[0]?.target.tenant ?? '', requestId, events }))
}

/** Applies the events of one transaction; resolves to those whose attempt is unknown. */
export function commitGroup(deps: EventDeps, { id, events }: Group): Promise<readonly Aimed[]> {
  return commit(
    deps,
    async (tx, hold) => {
      // Both statements are sent at once on one connection in this order, so the second one reads what was committed
      // before the lock.
      const [locked, records] = await askInOrder(
        () => lockById(tx, id),
        () => readRecords(tx, recordsOf(events)),
      )
      // The transaction was erased, so its events are dropped.
      if (!locked) return []
      hold(locked)
      // The failure of one record may block a number that another record has too, so refusals read earlier are dropped.
      if (events.some(isFailure)) forgetRefusals(records)
      return applyAll({ ...deps, tx, locked }, records, events)
    },
    { mutexKey: id, by: events.some(isAnswer) ? 'reply' : 'vendor' },
  )
}

export const recordsOf = (aimed: readonly Aimed[]) => [
  ...new Set(aimed.map(({ target }) => target.recordId)),
]

/** Resolves to the events whose attempt is unknown. */
export async function applyAll(
  ctx: InCommit<EventDeps>,
  records: Map<string, KnownRecord>,
  events: readonly Aimed[],
): Promise<readonly Aimed[]> {
  const missed: Aimed[] = []
  for (const aimed of events) {
    const { recordId } = aimed.target
    const known = records.get(recordId)
    const applied = known && (await apply(ctx, known, aimed))
    if (applied) records.set(recordId, applied)
    else missed.push(aimed)
  }
  return missed
}

const isFailure = ({ callback: { event } }: Aimed) =>
  event.kind === 'status' && event.deliveryStatus === 'failed'

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
    // `notices.ts` handles these events instead.
    case 'template':
    case 'account':
      return undefined
    case 'inbound':
      return target.what === 'opt-out'
        ? applyOptOut(ctx, known, target, { ...callback, event })
        : applyReply(ctx, known, target, { ...callback, event })
  }
}
