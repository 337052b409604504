// What the Temporal UI shows of a transaction while it is open: ids, codes and times.
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow'
import type { Agenda, Task } from '#src/journey/transaction/task.ts'
import { searchAttributes } from './messages.ts'

export function show(agenda: Agenda, running: readonly string[], isNamed: boolean): void {
  setCurrentDetails(write(agenda, running))
  const { waiting: _waiting, outcome: _outcome, ...plain } = agenda
  writeAttributes(isNamed ? agenda : plain)
}

/** Sentences with times, by the transaction's own clock. */
function write(agenda: Agenda, running: readonly string[]): string {
  const { seq, now, tasks, pack, outcome, says } = agenda
  const lines = tasks
    .toSorted((one, other) => one.dueAt - other.dueAt)
    .map((task) => `- ${sayTask(task, now, running)} (\`${task.key}\`)`)
  const ended = outcome ? `, which has ended as **${outcome}**` : ''
  return [
    `Read at ${say(now)}, up to entry **${seq}** of the journal.`,
    ...(says === undefined ? [] : [says]),
    ...(pack === null ? [] : [`The pack started last is **${pack}**${ended}.`]),
    ...(lines.length > 0 ? ['', ...lines] : ['Nothing is left to be done: it closes soon.']),
  ].join('\n')
}

function sayTask({ key, task, does = task, dueAt }: Task, now: number, running: readonly string[]) {
  if (running.includes(key)) return `**${does}** is running, due since ${say(dueAt)}`
  return dueAt <= now
    ? `**${does}** has been due since ${say(dueAt)}`
    : `**${does}** will be due at ${say(dueAt)}`
}

/** `2026-11-23 14:15:00 UTC`. */
const say = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Written only when it changes, and beside the answer that says so: each time costs an event. */
function writeAttributes({ pack, waiting, outcome, lacks = [] }: Agenda): void {
  const told = workflowInfo().typedSearchAttributes
  const pairs = []
  if (pack !== null && told.get(searchAttributes.pack) !== pack)
    pairs.push({ key: searchAttributes.pack, value: pack })
  // What is left empty is about to close: nobody looks for what it has waited for.
  if (waiting && told.get(searchAttributes.waiting) !== waiting)
    pairs.push({ key: searchAttributes.waiting, value: waiting })
  if (outcome !== undefined && (told.get(searchAttributes.outcome) ?? null) !== outcome)
    pairs.push({ key: searchAttributes.outcome, value: outcome })
  const known = pairs.filter(({ key }) => !lacks.includes(key.name))
  if (known.length > 0) upsertSearchAttributes(known)
}
