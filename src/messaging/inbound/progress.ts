// Reports of progress come in floods, so those that arrive while others are written are then written together.
// Failures, replies and reports that might wait for another commit are written alone.
import type { EventDeps } from './deps.ts'
import { type Batches, createBatches } from '#src/journey/commit/batches.ts'
import { commitTogether } from '#src/journey/commit/commit.ts'
import { expectedCost } from './apply-status.ts'
import { type Aimed, applyAll, commitGroup, type Group, recordsOf } from './groups.ts'
import { type KnownRecord, readRecords } from './record.ts'

export type Progress = Batches<Group, readonly Aimed[]>

export const batchProgress = (deps: EventDeps): Progress =>
  createBatches({
    alone: (group) => commitGroup(deps, group),
    together(groups) {
      const byId = new Map(groups.map((group) => [group.id, group]))
      return commitTogether(deps, [...byId.keys()], {
        read: (tx) => readRecords(tx, recordsOf(groups.flatMap(({ events }) => events))),
        async work({ tx, locked }, records) {
          const group = byId.get(locked.id)
          if (!group?.events.every((one) => writesOwnRows(deps, one, records))) return undefined
          locked.requestId = group.requestId
          return applyAll({ ...deps, tx, locked }, records, group.events)
        },
      })
    },
  })

/**
 * Whether the events only say that a message went on, without a cost, which can be recorded without reading its record.
 */
export const isProgress = ({ events }: Group): boolean =>
  events.every(
    ({ callback: { event } }) =>
      event.kind === 'status' &&
      event.deliveryStatus !== 'failed' &&
      event.costMicros === undefined,
  )

/**
 * Whether a report of progress writes only rows of its own transaction. Rows of spending and refused numbers are
 * written by commits on other transactions too, and two such commits could wait for each other. A report on an unknown
 * record writes nothing.
 */
function writesOwnRows(
  deps: Pick<EventDeps, 'messaging'>,
  { callback: { accounts }, target }: Aimed,
  records: ReadonlyMap<string, KnownRecord>,
): boolean {
  const record = records.get(target.recordId)
  if (!record) return true
  const { challenge, attempts, helps = [], refused } = record
  const isUnpriced = attempts.some(
    (attempt) =>
      accounts.includes(attempt.account) &&
      attempt.costMicros === null &&
      expectedCost(deps, challenge, attempt) !== null,
  )
  return helps.length === 0 && refused?.size === 0 && !isUnpriced
}
