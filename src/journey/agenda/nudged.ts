// A transaction as it is nudged: what operators see of a run that the nudge may start.
import type { Nudged } from '#src/journey/temporal/nudged.ts'
import { waitingFor } from './rules.ts'
import type { Tasks } from './task.ts'

type Row = Pick<Nudged, 'id' | 'tenant' | 'mode' | 'by' | 'pack' | 'outcome' | 'documentType'> & {
  readonly tasks: Tasks
}

/** `now`: the transaction's clock, epoch ms. */
export const toNudged = (row: Row, now: number): Nudged => {
  const { id, tenant, mode, by, pack, outcome, documentType, tasks } = row
  const about = { id, tenant, mode, by, pack, outcome, documentType }
  return { ...about, isEmpty: tasks.length === 0, waiting: waitingFor(tasks, now) }
}
