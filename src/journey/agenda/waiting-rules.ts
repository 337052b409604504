// Finds out what a transaction waits for, from its agenda, once for all readers. Pure.
import type { Task, Tasks, Trouble } from '#src/journey/transaction/task.ts'
import type { Waiting } from '#src/journey/transaction/rules.ts'
import type { Nudged } from '#src/journey/temporal/nudge-target.ts'
import { isDue, overdueMs } from './rules.ts'

/** Holds ids, codes, times and the service's own words, so nothing personal. */
export type WaitsFor = {
  readonly for: Waiting
  /** The question, step, service or task: `SMS question`, `step aiDocs`, `buy BasicInfos`. */
  readonly what: string
  /** Set when a vendor fails or a message was not delivered. */
  readonly trouble?: Trouble
  /**
   * When the wait ends by itself (a next try, a deadline, an expiry), by the transaction's clock in epoch ms. Absent
   * when an operator must end it.
   */
  readonly until?: number
}

/**
 * In order of importance: waits that only an operator can end, failures, work of vendors and people, questions to the
 * person, and the clock last. A vendor that works normally matters less than a question to a person.
 */
const ranks = [
  'operator', 'review', 'vendor in trouble', 'undelivered', 'late', 'engine', 'person', 'client',
  'vendor', 'time',
] as const // prettier-ignore

function rankOf(task: Task, now: number): (typeof ranks)[number] {
  const { parked, waits = 'time', trouble } = task
  if (parked?.until === 'apart') return 'operator'
  if (waits === 'vendor' && trouble) return 'vendor in trouble'
  return isLate(task, now) ? 'late' : waits
}

const codeOf = (rank: (typeof ranks)[number]): Waiting =>
  rank === 'vendor in trouble' ? 'vendor' : rank === 'late' ? 'time' : rank

/**
 * Tasks that begin at once do not count, unless they are in trouble, late, or all that there is. Null when it waits for
 * nothing.
 */
export function waitingFor(tasks: Tasks, now: number): WaitsFor | null {
  const later = tasks.filter((task) => !isBegun(task, now))
  const ranked = (later.length > 0 ? later : tasks).map((task) => {
    const name = rankOf(task, now)
    return { task, name, rank: ranks.indexOf(name) }
  })
  const [first] = ranked.toSorted(
    (one, other) => one.rank - other.rank || one.task.dueAt - other.task.dueAt,
  )
  if (!first) return null
  const { on, does, task, trouble, dueAt, parked } = first.task
  const isOfTask = parked !== undefined || first.name === 'late'
  const what = isOfTask ? (does ?? task) : (on ?? does ?? task)
  const waits = { for: codeOf(first.name), what, ...(trouble && { trouble }) }
  return first.name === 'operator' ? waits : { ...waits, until: dueAt }
}

/** Whether the service itself is late with the task, so that it waits for nobody else. */
const isLate = ({ lane, dueAt }: Task, now: number): boolean =>
  lane === 'local' && now - dueAt >= overdueMs

const isBegun = (task: Task, now: number): boolean =>
  task.lane === 'local' && !task.trouble && isDue(task, now) && !isLate(task, now)

type Row = Pick<
  Nudged,
  'id' | 'tenant' | 'mode' | 'by' | 'left' | 'pack' | 'outcome' | 'documentType' | 'parent'
> & {
  readonly tasks: Tasks
  readonly armedAt: number | null
}

/** `now`: the transaction's clock, epoch ms. */
export const toNudged = (row: Row, now: number): Nudged => {
  const { tasks, armedAt, id, tenant, mode, by, left, pack, outcome, documentType, parent } = row
  const isCounted = armedAt !== null
  const about = { id, tenant, mode, by, left, pack, outcome, documentType, parent, isCounted }
  return { ...about, isEmpty: tasks.length === 0, waiting: waitingFor(tasks, now)?.for ?? null }
}

/** Whether operators would read something new about the run, and tasks are left. */
export const isSeenOtherwise = (before: Tasks, after: Tasks, now: number): boolean =>
  before !== after &&
  after.length > 0 &&
  waitingFor(before, now)?.for !== waitingFor(after, now)?.for

/** Writes one sentence in Markdown for the Temporal UI. */
export function sayWaiting({ for: waiting, what, trouble, until = 0 }: WaitsFor): string {
  const at = `${new Date(until).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const why = trouble?.code ? ` (\`${trouble.code}\`)` : ''
  switch (waiting) {
    case 'operator':
      return `It waits for an operator: **${what}**.`
    case 'review':
      return `It waits for a reviewer: **${what}**, whose deadline is ${at}.`
    case 'vendor':
      return trouble
        ? `It waits for a vendor in trouble${why}: **${what}**${trouble.account ? ` by \`${trouble.account}\`` : ''}, next try at ${at}.`
        : `It waits for a vendor: **${what}**, looked at again at ${at}.`
    case 'undelivered':
      return `Nobody got the message${why}: **${what}**, which ends at ${at}.`
    case 'engine':
      return `It waits for the engines: **${what}**.`
    case 'person':
      return `It waits for the person: **${what}**, until ${at}.`
    case 'client':
      return `It waits for the client: **${what}**, until ${at}.`
    case 'time':
      return `It waits for a moment: **${what}** at ${at}.`
  }
}
