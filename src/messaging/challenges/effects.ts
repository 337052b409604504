// The tasks of challenges, and what an entry opens and closes of them on the agenda. A record is open while its
// `challenge-expire` is: nothing is sent for one that was answered, replaced or has expired, while the look-ups of
// calls that were claimed for it go on.
import { closeOf, open } from '#src/journey/agenda/effects.ts'
import type { Tasks, Waiting } from '#src/journey/transaction/task.ts'
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

/** As operators read it: activities, timers and details bear these names. */
const names: Readonly<Record<string, string>> = {
  'email-token': 'e-mail token',
  'sms-token': 'SMS token',
  'sms-2fa': 'SMS question',
  'whatsapp-2fa': 'WhatsApp question',
}
const nameOf = ({ module }: Entry): string => names[module ?? ''] ?? 'message'

/** A question is answered by the person, a token handed in by the client. */
const answeredBy = ({ module }: Entry): Waiting => (module?.endsWith('-2fa') ? 'reply' : 'client')

const byVendor = (entry: Entry, verb: string) =>
  ({ does: `${verb} ${nameOf(entry)}`, waits: 'vendor' }) as const

const keyOf = ({ module, ref }: Entry, ...parts: readonly (string | number)[]) =>
  [module, ref, ...parts].join(':')

/** Until when something may be sent; undefined: the record is closed. */
const expiryOf = (tasks: Tasks, { ref }: Entry) =>
  tasks.find((one) => one.ref === ref && one.task === expire)?.dueAt

export const closeSends: Effect = (tasks, { ref }) => closeOf(tasks, ref, send)

/** The look-ups of one attempt. */
export const closeLookUp: Effect = (tasks, { ref, attempt }) =>
  tasks.filter((one) => one.ref !== ref || one.task !== lookUp || one.attempt !== attempt)

/** The attempt after the entry's own; what comes again bears the entry's number as its round. */
export const openNextSend = (tasks: Tasks, entry: Entry): Tasks =>
  openSend(tasks, entry, (entry.attempt ?? 0) + 1)

export function openSend(tasks: Tasks, entry: Entry, attempt: number): Tasks {
  const { dueAt } = entry
  if (dueAt === null || dueAt >= (expiryOf(tasks, entry) ?? -Infinity)) return tasks
  return open(closeSends(tasks, entry), entry, {
    key: keyOf(entry, 'send', attempt, entry.seq),
    task: send,
    ...byVendor(entry, 'send'),
    attempt,
    dueAt,
  })
}

/** Somebody looks after what was taken, when the entry says. */
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

/** By wall time: nobody can be calling any more then, wherever the sandbox clock is moved. */
export function openLookUp(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null) return tasks
  const attempt = entry.attempt ?? 0
  return open(tasks, entry, {
    key: keyOf(entry, 'look-up', attempt, entry.seq),
    task: lookUp,
    ...byVendor(entry, 'look up'),
    attempt,
    dueAt: entry.dueAt,
    leased: true,
  })
}

/** What the message of an attempt has cost is asked for, when the entry says. */
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
  const closed = closeOf(tasks, entry.ref, send, follow)
  return entry.dueAt === null ? closed : openPrice(closed, entry)
}

/** Replaced, expired. */
export const closesRecord: Effect = (tasks, { ref }) => closeOf(tasks, ref, send, expire, help)

export const closesAnswered: Effect = (tasks, { ref }) =>
  closeOf(tasks, ref, send, expire, follow, help)

/** While its record is open. */
export function openHelp(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null || expiryOf(tasks, entry) === undefined) return tasks
  const attempt = entry.attempt ?? 0
  const key = keyOf(entry, 'help', entry.seq)
  const does = `send help with ${nameOf(entry)}`
  return open(tasks, entry, { key, task: help, does, attempt, dueAt: entry.dueAt })
}

/** Answers that the vendors of a question hold, whose webhooks may have been lost. */
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

/** What a record begins with: its message at once, and its expiry. */
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
    dueAt: entry.dueAt ?? entry.at,
  })
}

/** A message that was taken needs no next one, and is looked after. */
export function closeTaken(tasks: Tasks, entry: Entry): Tasks {
  const next = (entry.attempt ?? 0) + 1
  const kept = closeLookUp(tasks, entry).filter(
    (one) => one.ref !== entry.ref || one.task !== send || one.attempt !== next,
  )
  return openFollow(kept, entry)
}

/** While it is due at all. */
export function openAcknowledge(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null) return tasks
  const key = keyOf(entry, 'acknowledge', entry.seq)
  const attempt = entry.attempt ?? 0
  const does = `acknowledge no to ${nameOf(entry)}`
  return open(tasks, entry, { key, task: acknowledge, does, attempt, dueAt: entry.dueAt })
}

/** Of the task of that name, for an entry's record. */
export const closes =
  (...names: readonly (keyof typeof taskNames)[]): Effect =>
  (tasks, { ref }) =>
    closeOf(tasks, ref, ...names.map((name) => taskNames[name]))
