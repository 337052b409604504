// The kinds of journal entries for checks and for the services bought for them, with their effects on the agenda. `ref`
// is the order of one service, or the check for kinds about a whole check.
import { readOrder } from './rules.ts'
import { closeOf, open, troubleOf } from '#src/journey/agenda/effects.ts'
import type { Tasks, Trouble } from '#src/journey/transaction/task.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import {
  defineEvent,
  defineKind,
  quiet,
  type Effect,
  unchanged,
} from '#src/journey/journal/kind.ts'

export const taskNames = {
  buy: 'check-buy',
  lookUp: 'check-look-up',
  poll: 'check-poll',
  again: 'check-again',
} as const

const { buy, lookUp, poll, again } = taskNames

const keyOf = (entry: Entry, name: string) => [name, entry.ref, entry.seq].join(':')

const verbs = { [buy]: 'buy', [lookUp]: 'look up', [poll]: 'poll' } as const

/** The entry that orders a service names it; later entries find it in the order's open tasks. */
function serviceOf(tasks: Tasks, { ref, kind, code }: Entry): string {
  if (kind === checkOrdered.name && code !== null) return code
  return (
    tasks
      .find((one) => one.ref === ref)
      ?.does?.split(' ')
      .at(-1) ?? 'service'
  )
}

/** The trouble of the earlier try is shown until the present one is answered. */
function troubleIn(tasks: Tasks, entry: Entry): Trouble | undefined {
  const { kind, code, ref } = entry
  const before = tasks.find((one) => one.ref === ref)?.trouble
  if (kind === checkClaimed.name || (code === 'asked' && before)) return before
  const isTroubled = kind !== checkOrdered.name && kind !== checkAwaited.name
  return isTroubled ? troubleOf(entry) : undefined
}

/** An order has one due task at a time, so each new one replaces the one before. */
function openNext(
  tasks: Tasks,
  entry: Entry,
  task: typeof buy | typeof lookUp | typeof poll,
  attempt: number,
): Tasks {
  const trouble = troubleIn(tasks, entry)
  const left = closeOf(tasks, entry.ref)
  if (entry.dueAt === null) return left
  return open(left, entry, {
    key: keyOf(entry, task),
    task,
    does: `${verbs[task]} ${serviceOf(tasks, entry)}`,
    waits: 'vendor',
    ...(trouble && { trouble }),
    attempt,
    dueAt: entry.dueAt,
    // Due by wall time, because no process can still be calling then, however the sandbox clock is moved.
    ...(task === lookUp && { leased: true }),
  })
}

const numberOf = ({ attempt }: Entry) => attempt ?? 0

const lookedUpNext: Effect = (tasks, entry) => openNext(tasks, entry, lookUp, numberOf(entry))

const closesOrder: Effect = (tasks, { ref }) => closeOf(tasks, ref)

/** Opens the task that repeats a monitored check. */
const openAgain: Effect = (tasks, entry) => {
  const left = closeOf(tasks, entry.ref, again)
  if (entry.dueAt === null) return left
  const does = `repeat ${entry.module ?? 'check'}`
  return open(left, entry, { key: keyOf(entry, again), task: again, does, dueAt: entry.dueAt })
}

const about = {
  module: { from: 'module', meaning: 'The kind of check.' },
  check: { from: 'ref', meaning: 'The id of the check.' },
} as const

export const checkOpened = quiet(
  defineKind(
    'check-opened',
    'A check was asked for; when a time is due, it is made again then.',
    openAgain,
  ),
)

export const checkOrdered = quiet(
  defineKind(
    'check-ordered',
    'A service of a check is to be bought at once; the code is the service, the reason the check.',
    (tasks, entry) => openNext(tasks, { ...entry, dueAt: entry.at }, buy, 1),
  ),
)

export const checkClaimed = quiet(
  defineKind(
    'check-attempt-claimed',
    'An attempt was claimed for an account, before it is called; it is looked up when it is due.',
    lookedUpNext,
  ),
)

export const checkAwaited = defineKind(
  'check-awaited',
  'The account works on it; its result is asked for when it is due, unless it is reported before.',
  (tasks, entry) => openNext(tasks, entry, poll, numberOf(entry)),
)

export const checkDeferred = defineKind(
  'check-deferred',
  'An attempt bought nothing; the next one is made when it is due.',
  (tasks, entry) => openNext(tasks, entry, buy, numberOf(entry) + 1),
)

export const checkPostponed = quiet(
  defineKind(
    'check-postponed',
    'The account rests or has enough to do: nothing was attempted, and the attempt is made when it is due.',
    (tasks, entry) => openNext(tasks, entry, buy, numberOf(entry)),
  ),
)

export const checkUncertain = defineKind(
  'check-uncertain',
  'Nobody knows whether an attempt has bought anything; that is found out when it is due.',
  lookedUpNext,
)

// Quiet, because runs wait for the end of a check, which is an entry of its own.
export const checkAnswered = quiet(
  defineKind(
    'check-answered',
    'A service has its result; the code says whether the source had anything.',
    closesOrder,
  ),
)

export const checkFailed = quiet(
  defineKind(
    'check-failed',
    'A service could not be bought, for a technical reason; the code says which.',
    closesOrder,
  ),
)

export const checkReportIgnored = defineKind(
  'check-report-ignored',
  'A report came that does not count; the code says why.',
)

export const checkEnded = defineKind(
  'check-ended',
  'All services of a check have ended; partial: some of them have failed.',
  unchanged,
  defineEvent('check.completed', 'All services of a check have ended.', {
    ...about,
    status: { from: 'code', meaning: '`partial`: some of them have failed.' },
  }),
)

export const checkRepeated = defineKind(
  'check-repeated',
  'A check is made again; the attempt is its round, and the next one is due.',
  openAgain,
)

export const checkNews = defineKind(
  'check-news',
  'A service has found what it had not found the last time; the code is the service, the reason how many entries are new.',
  unchanged,
  defineEvent('check.changed', 'A monitored check has found what it had not found before.', {
    ...about,
    service: { from: 'code', meaning: 'The service that has found it.' },
    found: { from: 'reason', isNumber: true, meaning: 'How many entries are new.' },
  }),
)

export const checkMonitoringEnded = defineKind(
  'check-monitoring-ended',
  'A check is not made again any more.',
  (tasks, { ref }) => closeOf(tasks, ref, again),
)

export const checkHitJudged = defineKind(
  'check-hit-judged',
  'A person has judged whether a hit is about the subject; the code is the judgement, the reason the service.',
)

export const checkKinds = [
  checkOpened, checkOrdered, checkClaimed, checkAwaited, checkDeferred, checkPostponed,
  checkUncertain, checkAnswered, checkFailed, checkReportIgnored, checkEnded, checkRepeated,
  checkNews, checkMonitoringEnded, checkHitJudged,
] as const // prettier-ignore

/** `ref` is the run, `reason` the order as `writeOrder` has written it. */
const defineWanted = (name: string, about: string, task: string, does: string) =>
  defineKind(name, about, (tasks, entry) =>
    open(tasks, entry, {
      key: [task, entry.ref, entry.seq, entry.reason ?? ''].join(':'),
      task,
      does,
      waits: 'vendor',
    }),
  )

/** `ref` is the run, `reason` the step. */
const closesAsk =
  (name: string): Effect =>
  (tasks, { ref, reason }) =>
    tasks.filter(
      ({ task, key, ...one }) =>
        task !== name || one.ref !== ref || readOrder({ key }).step !== reason,
    )

/**
 * Defines the two kinds of entries by which a step of a pack has a check ordered by a task: that it is wanted, and that
 * it was requested.
 */
export function defineStart(name: string, noun: string) {
  const startTask = `${name}-start`
  return {
    startTask,
    wanted: defineWanted(
      `${name}-wanted`,
      `A step of a pack needs ${noun}, and there is none.`,
      startTask,
      `start ${name.replaceAll('-', ' ')}`,
    ),
    started: defineKind(
      `${name}-started`,
      'What a step of a pack needs was asked for; the code says what came of it.',
      closesAsk(startTask),
    ),
  }
}
