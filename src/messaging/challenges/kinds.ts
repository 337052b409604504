// The kinds of journal entries of challenges, and what each opens and closes on the agenda. A record is open while its
// `challenge-expire` is: nothing is sent for one that was answered, replaced or has expired, while the look-ups of
// calls that were claimed for it go on.
import { closeOf, open } from '#src/journey/agenda/effects.ts'
import type { Tasks } from '#src/journey/agenda/task.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import { defineKind, type Effect } from '#src/journey/journal/kind.ts'

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

const keyOf = ({ module, ref }: Entry, ...parts: readonly (string | number)[]) =>
  [module, ref, ...parts].join(':')

/** Until when something may be sent; undefined: the record is closed. */
const expiryOf = (tasks: Tasks, { ref }: Entry) =>
  tasks.find((one) => one.ref === ref && one.task === expire)?.dueAt

const closeSends: Effect = (tasks, { ref }) => closeOf(tasks, ref, send)

/** The look-ups of one attempt. */
const closeLookUp: Effect = (tasks, { ref, attempt }) =>
  tasks.filter((one) => one.ref !== ref || one.task !== lookUp || one.attempt !== attempt)

/** The attempt after the entry's own; what comes again bears the entry's number as its round. */
const openNextSend = (tasks: Tasks, entry: Entry): Tasks =>
  openSend(tasks, entry, (entry.attempt ?? 0) + 1)

function openSend(tasks: Tasks, entry: Entry, attempt: number): Tasks {
  const { dueAt } = entry
  if (dueAt === null || dueAt >= (expiryOf(tasks, entry) ?? -Infinity)) return tasks
  return open(closeSends(tasks, entry), entry, {
    key: keyOf(entry, 'send', attempt, entry.seq),
    task: send,
    attempt,
    dueAt,
  })
}

/** Somebody looks after what was taken, when the entry says. */
function openFollow(tasks: Tasks, entry: Entry): Tasks {
  const attempt = entry.attempt ?? 0
  const others = tasks.filter(
    (one) => one.ref !== entry.ref || one.task !== follow || one.attempt !== attempt,
  )
  if (entry.dueAt === null) return others
  const key = keyOf(entry, 'follow', attempt, entry.seq)
  return open(others, entry, { key, task: follow, attempt, dueAt: entry.dueAt })
}

/** By wall time: nobody can be calling any more then, wherever the sandbox clock is moved. */
function openLookUp(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null) return tasks
  const attempt = entry.attempt ?? 0
  return open(tasks, entry, {
    key: keyOf(entry, 'look-up', attempt, entry.seq),
    task: lookUp,
    attempt,
    dueAt: entry.dueAt,
    leased: true,
  })
}

/** What the message of an attempt has cost is asked for, when the entry says. */
function openPrice(tasks: Tasks, entry: Entry): Tasks {
  const attempt = entry.attempt ?? 0
  const others = tasks.filter(
    (one) => one.ref !== entry.ref || one.task !== price || one.attempt !== attempt,
  )
  if (entry.dueAt === null) return others
  const key = keyOf(entry, 'price', attempt, entry.seq)
  return open(others, entry, { key, task: price, attempt, dueAt: entry.dueAt })
}

function closesArrived(tasks: Tasks, entry: Entry): Tasks {
  const closed = closeOf(tasks, entry.ref, send, follow)
  return entry.dueAt === null ? closed : openPrice(closed, entry)
}

/** Replaced, expired. */
const closesRecord: Effect = (tasks, { ref }) => closeOf(tasks, ref, send, expire, help)

const closesAnswered: Effect = (tasks, { ref }) => closeOf(tasks, ref, send, expire, follow, help)

/** While its record is open. */
function openHelp(tasks: Tasks, entry: Entry): Tasks {
  if (entry.dueAt === null || expiryOf(tasks, entry) === undefined) return tasks
  const attempt = entry.attempt ?? 0
  const key = keyOf(entry, 'help', entry.seq)
  return open(tasks, entry, { key, task: help, attempt, dueAt: entry.dueAt })
}

export const challengeOpened = defineKind(
  'challenge-opened',
  'A record was opened: its message is sent at once, and it expires when it is due.',
  (tasks, entry) => {
    const opened = open(tasks, entry, { key: keyOf(entry, 'send', 1), task: send, attempt: 1 })
    return open(opened, entry, {
      key: keyOf(entry, 'expire'),
      task: expire,
      dueAt: entry.dueAt ?? entry.at,
    })
  },
)

export const challengeSuperseded = defineKind(
  'challenge-superseded',
  'A newer record has replaced it; the reason is the newer one.',
  closesRecord,
)

export const challengeClaimed = defineKind(
  'challenge-attempt-claimed',
  'An attempt was claimed for an account, before it is called; it is looked up when it is due.',
  (tasks, entry) => openLookUp(closeSends(tasks, entry), entry),
)

export const challengeAccepted = defineKind(
  'challenge-accepted',
  'The account has taken the message of an attempt.',
  (tasks, entry) => {
    const next = (entry.attempt ?? 0) + 1
    const kept = closeLookUp(tasks, entry).filter(
      (one) => one.ref !== entry.ref || one.task !== send || one.attempt !== next,
    )
    return openFollow(kept, entry)
  },
)

export const challengeFollowed = defineKind(
  'challenge-followed',
  'Too little was reported of a message that was taken, and its vendor was asked where it can be.',
  openFollow,
)

export const challengeDeferred = defineKind(
  'challenge-deferred',
  'An attempt was not taken, or nothing is known of it; the next one is made when it is due.',
  (tasks, entry) => openNextSend(closeLookUp(tasks, entry), entry),
)

export const challengePostponed = defineKind(
  'challenge-postponed',
  'The account rests or has enough to do: nothing was attempted, and the attempt is made when it is due.',
  (tasks, entry) => openSend(tasks, entry, entry.attempt ?? 1),
)

export const challengeUncertain = defineKind(
  'challenge-uncertain',
  'Nobody knows whether the message of an attempt has left; it is looked up when it is due.',
  (tasks, entry) => openLookUp(closeLookUp(tasks, entry), entry),
)

export const challengeSimAsked = defineKind(
  'challenge-sim-asked',
  'The SIM of the number was changed lately, or nobody could say; the reason is what was done: sent or held.',
)

export const challengeFailed = defineKind(
  'challenge-failed',
  'Sending has failed; the code says why, and a code or reply still counts if the message arrived.',
  (tasks, { ref }) => closeOf(tasks, ref, send, lookUp),
)

export const challengeSent = defineKind('challenge-sent', 'The message has left the vendor.')

export const challengeDelivered = defineKind(
  'challenge-delivered',
  'The message has arrived: nothing that was still to be sent is sent.',
  closesArrived,
)

export const challengeRead = defineKind(
  'challenge-read',
  'The message was shown: nothing that was still to be sent is sent.',
  closesArrived,
)

export const challengePriced = defineKind(
  'challenge-priced',
  'Its vendor was asked what a message that has arrived did cost; when it does not know yet, it is asked again when that is due.',
  openPrice,
)

export const challengeUndeliverable = defineKind(
  'challenge-undeliverable',
  'A message that was taken was not delivered; when a time is due, it is tried again then.',
  (tasks, entry) => openNextSend(closeLookUp(tasks, entry), entry),
)

export const challengeCheckFailed = defineKind(
  'challenge-check-failed',
  'A wrong code was given; the attempt counts them.',
)

export const challengeValid = defineKind(
  'challenge-valid',
  'The right code or the link was given.',
  closesAnswered,
)

export const challengeReplied = defineKind(
  'challenge-replied',
  'The question was answered; the code is the option.',
  closesAnswered,
)

export const challengeReplyIgnored = defineKind(
  'challenge-reply-ignored',
  'An answer came that does not count; the code says why. Who was not understood is helped when that is due.',
  openHelp,
)

export const challengeDenied = defineKind(
  'challenge-denied',
  'Somebody said no to the question, whether or not it was its reply; the code says which. It is acknowledged when that is due.',
  (tasks, entry) => {
    if (entry.dueAt === null) return tasks
    const key = keyOf(entry, 'acknowledge', entry.seq)
    const attempt = entry.attempt ?? 0
    return open(tasks, entry, { key, task: acknowledge, attempt, dueAt: entry.dueAt })
  },
)

export const challengeDoubted = defineKind(
  'challenge-doubted',
  'A no without a reply code came to the sender, after a later question of somebody else who sends from it.',
)

export const challengeDenialLifted = defineKind(
  'challenge-denial-lifted',
  'A review has overruled the denials that there were; the reason is the review.',
)

export const challengeAcknowledged = defineKind(
  'challenge-acknowledged',
  'A message that says that the no was noted was claimed, once, or there is none; the code says what came of it.',
  (tasks, { ref }) => closeOf(tasks, ref, acknowledge),
)

export const challengeWrongPerson = defineKind(
  'challenge-wrong-person',
  'Who has the number says to be somebody else: it gets nothing more from this transaction.',
  (tasks, { ref }) => closeOf(tasks, ref, send, follow, help),
)

export const challengeHelped = defineKind(
  'challenge-helped',
  'A message that repeats the answers was claimed, once, or there is none; the code says what came of it.',
  (tasks, { ref }) => closeOf(tasks, ref, help),
)

/** Answers that the vendors of a question hold, whose webhooks may have been lost. */
function openFetch(tasks: Tasks, entry: Entry): Tasks {
  const others = closeOf(tasks, entry.ref, fetch)
  if (entry.dueAt === null) return others
  return open(others, entry, {
    key: keyOf(entry, 'fetch', entry.seq),
    task: fetch,
    dueAt: entry.dueAt,
  })
}

export const challengeComplained = defineKind(
  'challenge-complained',
  'The person has complained about the mail: its mailbox gets nothing more of the tenant.',
)

export const challengeExpired = defineKind(
  'challenge-expired',
  'The time for an answer is over; where a vendor can be asked for answers that it could not deliver, it is when that is due.',
  (tasks, entry) => openFetch(closesRecord(tasks, entry), entry),
)

export const challengeFetched = defineKind(
  'challenge-answers-fetched',
  'A vendor was asked for answers to a question whose time is over; the code says how many it had.',
  openFetch,
)

export const challengeKinds = [
  challengeOpened,
  challengeSuperseded,
  challengeClaimed,
  challengeAccepted,
  challengeFollowed,
  challengeDeferred,
  challengePostponed,
  challengeUncertain,
  challengeSimAsked,
  challengeFailed,
  challengeSent,
  challengeDelivered,
  challengeRead,
  challengePriced,
  challengeUndeliverable,
  challengeCheckFailed,
  challengeValid,
  challengeReplied,
  challengeReplyIgnored,
  challengeDenied,
  challengeDoubted,
  challengeDenialLifted,
  challengeAcknowledged,
  challengeWrongPerson,
  challengeHelped,
  challengeComplained,
  challengeExpired,
  challengeFetched,
] as const
