// Describes an open transaction in the Temporal UI with ids, codes and times.
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import type { Agenda, HistoryEntry, Task } from '#src/journey/transaction/task.ts'
import { type AnewReason, searchAttributes, type TransactionInput } from './messages.ts'

export function show(
  agenda: Agenda,
  running: readonly string[],
  about: Pick<TransactionInput, 'about' | 'anew'>,
): void {
  setCurrentDetails([...sayRun(about), ...write(agenda, running)].join('\n'))
  writeAttributes(agenda)
}

/** Answers the query for people. */
export const tellReader = (
  { came, agenda }: { came: readonly HistoryEntry[]; agenda: Agenda | null | undefined },
  running: readonly string[],
): { came: string[]; follows: string[] } => ({
  came: came.map(sayEntry),
  follows: agenda ? sayTasks(agenda, running) : [],
})

const lost: Readonly<Record<AnewReason, string>> = {
  died: 'the worker of the run before it had died',
  ended: 'the run before it had ended with work left, as one does that is terminated',
  hung: 'the worker of the run before it said nothing any more',
  stuck: 'the tasks of the run before it failed again and again',
}

/** Only for a continued run, because the server shows the summary of the first run by itself. */
function sayRun({ about, anew }: Pick<TransactionInput, 'about' | 'anew'>): string[] {
  const isContinued = workflowInfo().continuedFromExecutionRunId !== undefined
  return [
    ...(isContinued && about !== undefined ? [about, ''] : []),
    ...(anew === undefined ? [] : [`Begun anew: ${lost[anew]}.`, '']),
  ]
}

/** Writes sentences with times by the transaction's own clock. */
function write(agenda: Agenda, running: readonly string[]): string[] {
  const { seq, now, pack, outcome, says, entries } = agenda
  const lines = sayTasks(agenda, running)
  const ended = outcome ? `, which has ended as **${outcome}**` : ''
  return [
    `Read at ${say(now)}, up to entry **${seq}** of the journal.`,
    ...(says === undefined ? [] : [says]),
    ...(pack === null ? [] : [`The pack started last is **${pack}**${ended}.`]),
    ...(entries.length > 0 ? [`What came last: ${entries.slice(-shownMax).map(sayEntry).join('; ')}.`] : []), // prettier-ignore
    ...(lines.length > 0
      ? ['', ...lines.map((line) => `- ${line}`)]
      : ['Nothing is left to be done: it closes soon.']),
  ]
}

const shownMax = 8

const sayEntry = ({ kind, module, code, at }: HistoryEntry): string => {
  const of = [module, code].filter((one) => one !== null).join(', ')
  return `**${kind}**${of && ` (${of})`} at ${say(at)}`
}

const sayTasks = ({ tasks, now }: Agenda, running: readonly string[]): string[] =>
  tasks
    .toSorted((one, other) => one.dueAt - other.dueAt)
    .map((task) => `${sayTask(task, now, running)} (\`${task.key}\`)`)

function sayTask(open: Task, now: number, running: readonly string[]) {
  const { key, task, does = task, dueAt, parked, waits } = open
  if (running.includes(key)) return `**${does}** is running, due since ${say(dueAt)}`
  // A task that waits for an operator has a time far in the future, which would only confuse.
  if (parked) return `**${does}**, due by the clock at ${say(parked.dueAt)}`
  if (waits === 'operator') return `**${does}**`
  return dueAt <= now
    ? `**${does}** has been due since ${say(dueAt)}`
    : `**${does}** will be due at ${say(dueAt)}`
}

/** Writes a time as `2026-11-23 14:15:00 UTC`. */
const say = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Written only after a change, together with the answer that reports it, because each write costs an event. */
function writeAttributes({ pack, waiting, outcome, lacks = [] }: Agenda): void {
  const told = workflowInfo().typedSearchAttributes
  const pairs = []
  if (pack !== null && told.get(searchAttributes.pack) !== pack)
    pairs.push({ key: searchAttributes.pack, value: pack })
  // Not written if empty, because the run is about to close and nobody searches for it.
  if (waiting && told.get(searchAttributes.waiting) !== waiting)
    pairs.push({ key: searchAttributes.waiting, value: waiting })
  if (outcome !== undefined && (told.get(searchAttributes.outcome) ?? null) !== outcome)
    pairs.push({ key: searchAttributes.outcome, value: outcome })
  const known = pairs.filter(({ key }) => !lacks.includes(key.name))
  if (known.length > 0) upsertSearchAttributes(known)
}
