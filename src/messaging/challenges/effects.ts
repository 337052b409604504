// The tasks of challenges, and how entries open and close them on the agenda. A record is open while its
// `challenge-expire` task is: nothing is sent for a record that was answered, replaced or has expired, but look-ups of
// its claimed calls continue.
import { closeOf, open, troubleOf } from '#src/journey/agenda/effects.ts'
import type { Task, Tasks, Trouble } from '#src/journey/transaction/task.ts'
import type { Waiting } from '#src/journey/transaction/rules.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Effect } from '#src/journey/journal/kind.ts'

export const taskNames = {
  send: 'challenge-send',
  lookUp: 'challenge-look-up',
  expire: 'challenge-expire',
  follow: 'challenge-follow',
  help: 'challenge-help',
  acknowledge: 'challenge-acknowledge',
  price: 'challenge-price',
  fetch: 'challenge-fetch',
} as const

const { send, lookUp, expire, follow, help, acknowledge, price, fetch } = taskNames

/** Names for operators, as they appear in activities, timers and details. */
const names: Readonly<Record<string, string>> = {
  'email-token': 'e-mail token',
  'sms-token': 'SMS token',
  'sms-2fa': 'SMS question',
  'whatsapp-2fa': 'WhatsApp question',
}
const nameOf = ({ module }: Entry): string => names[module ?? ''] ?? 'message'

/** Who answers: the person replies to a question, the client submits a token’s code. */
const answeredBy = ({ module }: Entry): Waiting => (module?.endsWith('-2fa') ? 'person' : 'client')

const byVendor = (entry: Entry, verb: string) =>
  ({ does: `${verb} ${nameOf(entry)}`, waits: 'vendor' }) as const

const keyOf = ({ module, ref }: Entry, ...parts: readonly (string | number)[]) =>
  [module, ref, ...parts].join(':')

/** Until when messages may be sent; undefined when the record is closed. */
const expiryOf = (tasks: Tasks, { ref }: Entry) =>
  tasks.find((one) => one.ref === ref && one.task === expire)?.dueAt

const closeSends: Effect = (tasks, { ref }) => closeOf(tasks, ref, send)

/** Closes the look-up of the entry’s attempt. */
export const closeLookUp: Effect = (tasks, { ref, attempt }) =>
  tasks.filter((one) => one.ref !== ref || one.task !== lookUp || one.attempt !== attempt)

/** Opens the attempt after that of the entry; a repeated attempt has the entry’s number as its round. */
export const openNextSend = (tasks: Tasks, entry: Entry): Tasks =>
  openSend(tasks, entry, (entry.attempt ?? 0) + 1)

export function openSend(tasks: Tasks, entry: Entry, attempt: number): Tasks {
  const { dueAt } = entry
  if (dueAt === null || dueAt >= (expiryOf(tasks, entry) ?? -Infinity)) return tasks
  return open(closeSends(tasks, entry), entry, {
    key: keyOf(entry, 'send', attempt, entry.seq),
    task: send,
    ...byVendor(entry, 'send'),
    trouble: troubleOf(entry),
    attempt,
    dueAt,
  })
}

/** Opens the task that follows up an accepted message, due at the time in the entry. */
export function openFollow(tasks: Tasks, entry: Entry): Tasks {
  const attempt = entry.attempt ?? 0
  const others = tasks.filter(
    (one) => one.ref !== entry.ref || one.task !== follow || one.attempt !== attempt,
  )
  if (entry.dueAt === null) return others
  const key = keyOf(entry, 'follow', attempt, entry.seq)
  const does = `follow up ${nameOf(entry)}`
  return open(others, entry, { key, task: follow, does, attempt, dueAt: entry.dueAt })
}

/** Opens the look-up of a running try; the trouble of the earlier try is shown until this one is accepted. */
export function claimSend(tasks: Tasks, entry: Entry): Tasks {
  const before = tasks.find(({ ref, task }) => ref === entry.ref && task === send)
  return openLookUp(closeSends(tasks, entry), entry, before?.trouble)
}

/** Opens a look-up by wall time, at which the call has certainly ended, however the sandbox clock is moved. */
function openLookUp(tasks: Tasks, entry: Entry, trouble?: Trouble): Tasks {
  if (entry.dueAt === null) return tasks
  const attempt = entry.attempt ?? 0
  return open(tasks, entry, {
    key: keyOf(entry, 'look-up', attempt, entry.seq),
    task: lookUp,
    ...byVendor(entry, 'look up'),
    ...(trouble && { trouble }),
    attempt,
    dueAt: entry.dueAt,
    leased: true,
  })
}

/**
 * Opens the look-up of an attempt with unknown outcome. While the vendor is asked, the known reason of the doubt stays.
 */
export function openDoubt(tasks: Tasks, entry: Entry): Tasks {
  const isOwn = ({ ref, task, attempt }: Task) =>
    ref === entry.ref && task === lookUp && attempt === entry.attempt
  const known = entry.code === 'asked' ? tasks.find(isOwn)?.trouble : undefined
  return openLookUp(closeLookUp(tasks, entry), entry, known ?? troubleOf(entry))
}

/** Opens the task that asks the vendor for the cost of an attempt, due at the time in the entry. */
export function openPrice(tasks: Tasks, entry: Entry): Tasks {
  const attempt = entry.attempt ?? 0
  const others = tasks.filter(
    (one) => one.ref !== entry.ref || one.task !== price || one.attempt !== attempt,
  )
  if (entry.dueAt === null) return others
  const key = keyOf(entry, 'price', attempt, entry.seq)
  const does = `ask price of ${nameOf(entry)}`
  return open(others, entry, { key, task: price, does, attempt, dueAt: entry.dueAt })
}

export function closesArrived(tasks: Tasks, entry: Entry): Tasks {
  const closed = showsSent(closeOf(tasks, entry.ref, send, follow), entry)
  return entry.dueAt === null ? closed : openPrice(closed, entry)
}

/** Closes the tasks of a record that was replaced or has expired. */
export const closesRecord: Effect = (tasks, { ref }) => closeOf(tasks, ref, send, expire, help)

export const closesAnswered: Effect = (tasks, { ref }) =>
  closeOf(tasks, ref, send, expire, follow, help)

/** Opens the help message, if the record is open. */
export function openHelp(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null || expiryOf(tasks, entry) === undefined) return tasks
  const attempt = entry.attempt ?? 0
  const key = keyOf(entry, 'help', entry.seq)
  const does = `send help with ${nameOf(entry)}`
  return open(tasks, entry, { key, task: help, does, attempt, dueAt: entry.dueAt })
}

/** Opens the task that fetches replies from the vendors of a question, because a webhook may have been lost. */
export function openFetch(tasks: Tasks, entry: Entry): Tasks {
  const others = closeOf(tasks, entry.ref, fetch)
  if (entry.dueAt === null) return others
  return open(others, entry, {
    key: keyOf(entry, 'fetch', entry.seq),
    task: fetch,
    does: `fetch answers to ${nameOf(entry)}`,
    dueAt: entry.dueAt,
  })
}

/** Opens the tasks of a new record: its first message at once, and its expiry. */
export function openRecord(tasks: Tasks, entry: Entry): Tasks {
  const opened = open(tasks, entry, {
    key: keyOf(entry, 'send', 1),
    task: send,
    ...byVendor(entry, 'send'),
    attempt: 1,
  })
  return open(opened, entry, {
    key: keyOf(entry, 'expire'),
    task: expire,
    does: `expire ${nameOf(entry)}`,
    waits: answeredBy(entry),
    on: nameOf(entry),
    ends: true,
    dueAt: entry.dueAt ?? entry.at,
  })
}

const ofExpiry = (tasks: Tasks, { ref }: Entry, change: (task: Task) => Task): Tasks =>
  tasks.map((one) => (one.ref === ref && one.task === expire ? change(one) : one))

/**
 * Closes the sends of a record whose message was not delivered, and marks it as undelivered. A message that may have
 * left still waits for its answer.
 */
export function closesUnsent(tasks: Tasks, entry: Entry): Tasks {
  const left = closeOf(tasks, entry.ref, send, lookUp)
  if (entry.code === 'send-uncertain') return left
  const { code } = entry
  return ofExpiry(left, entry, (one) => ({ ...one, waits: 'undelivered', trouble: { code } }))
}

/** The message was delivered after all, so the record waits for its answer again. */
export const showsSent: Effect = (tasks, entry) =>
  ofExpiry(tasks, entry, ({ trouble: _trouble, ...one }) => ({ ...one, waits: answeredBy(entry) }))

/** An accepted message closes the next attempt and opens a follow-up. */
export function closeTaken(tasks: Tasks, entry: Entry): Tasks {
  const next = (entry.attempt ?? 0) + 1
  const kept = showsSent(closeLookUp(tasks, entry), entry).filter(
    (one) => one.ref !== entry.ref || one.task !== send || one.attempt !== next,
  )
  return openFollow(kept, entry)
}

/** Opens the acknowledgement, if the entry says when it is due. */
export function openAcknowledge(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null) return tasks
  const key = keyOf(entry, 'acknowledge', entry.seq)
  const attempt = entry.attempt ?? 0
  const does = `acknowledge no to ${nameOf(entry)}`
  return open(tasks, entry, { key, task: acknowledge, does, attempt, dueAt: entry.dueAt })
}

/** Closes the tasks of these names for the entry’s record. */
export const closes =
  (...names: readonly (keyof typeof taskNames)[]): Effect =>
  (tasks, { ref }) =>
    closeOf(tasks, ref, ...names.map((name) => taskNames[name]))
