// The kinds of journal entries of challenges, with the tasks that each opens and closes.
import { defineEvent, defineKind, quiet } from '#src/journey/journal/kind.ts'
import {
  claimSend,
  closeLookUp,
  closes,
  closesAnswered,
  closesArrived,
  closesRecord,
  closesUnsent,
  closeTaken,
  openAcknowledge,
  openDoubt,
  openFetch,
  openFollow,
  openHelp,
  openNextSend,
  openPrice,
  openRecord,
  openSend,
  showsSent,
} from './effects.ts'

const about = {
  module: { from: 'module', meaning: 'What was asked: `email-token`, `sms-2fa` and so on.' },
  record: { from: 'ref', meaning: 'The id of the record.' },
} as const

export const challengeOpened = defineKind(
  'challenge-opened',
  'A record was opened: its message is sent at once, and it expires when it is due.',
  openRecord,
)

export const challengeSuperseded = defineKind(
  'challenge-superseded',
  'A newer record has replaced it, which the reason names; or a correction has left its phone or address out.',
  closesRecord,
)

export const challengeClaimed = quiet(
  defineKind(
    'challenge-attempt-claimed',
    'An attempt was claimed for an account, before it is called; it is looked up when it is due.',
    claimSend,
  ),
)

export const challengeAccepted = defineKind(
  'challenge-accepted',
  'The account has taken the message of an attempt.',
  closeTaken,
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

export const challengePostponed = quiet(
  defineKind(
    'challenge-postponed',
    'The account rests or has enough to do: nothing was attempted, and the attempt is made when it is due.',
    (tasks, entry) => openSend(tasks, entry, entry.attempt ?? 1),
  ),
)

export const challengeUncertain = defineKind(
  'challenge-uncertain',
  'Nobody knows whether the message of an attempt has left; it is looked up when it is due.',
  openDoubt,
)

export const challengeSimAsked = defineKind(
  'challenge-sim-asked',
  'The SIM of the number was changed lately, or nobody could say; the reason is what was done: sent or held.',
)

export const challengeFailed = defineKind(
  'challenge-failed',
  'Sending has failed; the code says why, and a code or reply still counts if the message arrived.',
  closesUnsent,
  defineEvent('message.failed', 'A message could not be sent or delivered, and is tried no more.', {
    ...about,
    attempt: { from: 'attempt', meaning: 'The last attempt.' },
    code: { from: 'code', meaning: 'Why, as the `failure` of the record says it.' },
  }),
)

export const challengeSent = defineKind(
  'challenge-sent',
  'The message has left the vendor.',
  showsSent,
)

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
  'What a message did cost is asked of its vendor, once it has arrived or failed; while it does not know, it is asked again when that is due.',
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
  defineEvent('token.confirmed', 'The right code was given, or the link was opened.', about),
)

export const challengeReplied = defineKind(
  'challenge-replied',
  'The question was answered; the code is the option.',
  closesAnswered,
  defineEvent('two-factor.replied', 'A question was answered.', {
    ...about,
    option: { from: 'code', isNumber: true, meaning: 'The number of the option.' },
  }),
)

export const challengeReplyIgnored = defineKind(
  'challenge-reply-ignored',
  'An answer came that does not count; the code says why. Who was not understood is helped when that is due.',
  openHelp,
)

export const challengeDenied = defineKind(
  'challenge-denied',
  'Somebody said no to the question, whether or not it was its reply; the code says which. It is acknowledged when that is due.',
  openAcknowledge,
  defineEvent('two-factor.denied', 'Somebody said that the request is not theirs.', {
    ...about,
    code: { from: 'code', meaning: 'How it was said.' },
  }),
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
  closes('acknowledge'),
)

export const challengeWrongPerson = defineKind(
  'challenge-wrong-person',
  'Who has the number says to be somebody else: it gets nothing more from this transaction.',
  closes('send', 'follow', 'help'),
)

export const challengeHelped = defineKind(
  'challenge-helped',
  'A message that repeats the answers was claimed, once, or there is none; the code says what came of it.',
  closes('help'),
)

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
  challengeOpened, challengeSuperseded, challengeClaimed, challengeAccepted, challengeFollowed,
  challengeDeferred, challengePostponed, challengeUncertain, challengeSimAsked, challengeFailed,
  challengeSent, challengeDelivered, challengeRead, challengePriced, challengeUndeliverable,
  challengeCheckFailed, challengeValid, challengeReplied, challengeReplyIgnored, challengeDenied,
  challengeDoubted, challengeDenialLifted, challengeAcknowledged, challengeWrongPerson,
  challengeHelped, challengeComplained, challengeExpired, challengeFetched,
] as const // prettier-ignore
