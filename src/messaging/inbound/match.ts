// Chooses the record of a typed answer when nothing in it names one. Pure.
import type { ChallengeKind, ChallengeState } from '#src/messaging/challenges/challenge.ts'
import type { Channel } from '#src/messaging/challenges/port.ts'
import { skewMs } from '#src/messaging/challenges/replies/replies.ts'
import { namesCode } from '#src/messaging/replies/read-reply.ts'

/** A record that was sent to the number by the account, by one of its attempts. */
export type SentRecord = Pick<ChallengeState, 'tenant' | 'mode' | 'expiresAt' | 'language'> & {
  readonly recordId: string
  readonly transactionId: string
  readonly challengeKind: ChallengeKind
  readonly channel: Channel
  readonly replyCode: string | null
  /** Whom the person answers to. */
  readonly sender: string
  /** Wall time. */
  readonly claimedAt: number
  readonly superseded: boolean
  /** Whether the attempt has reached its vendor, or may have. */
  readonly mayHaveLeft: boolean
  /** Whether its vendor's id of the message is not known yet. */
  readonly unnamed: boolean
  /** Whether the attempt was reported as failed, and nothing says that the question arrived after all. */
  readonly undelivered: boolean
  /** Whether the transaction's key is gone, so that nothing can be written of it. */
  readonly erased: boolean
  /** How far the transaction's clock is ahead of wall time. */
  readonly clockOffsetMs: number
}

/** Those that the person can have meant: from the sender that was answered, and not sent since then. */
export function possibleAt(
  records: readonly SentRecord[],
  { senders = [] }: { readonly senders?: readonly string[] },
  wallAt: number,
): readonly SentRecord[] {
  const answered = new Set(senders.map(toSenderKey))
  return records.filter(
    ({ sender, claimedAt }) => answered.has(toSenderKey(sender)) && claimedAt <= wallAt + skewMs,
  )
}

/** A number is the same with and without its plus; a name, and the word before a number, are of a sender too. */
const toSenderKey = (sender: string): string =>
  sender.toLowerCase().replace(/^(whatsapp:)?\+(?=\d+$)/, '$1')

export type Picked = {
  readonly record: SentRecord
  /** Whether the answer is surely to this question: else no yes of it counts. */
  readonly isMeant: boolean
  readonly isOpen: boolean
}

/**
 * The newest record that was still open when the answer was given (`wallAt`), replied to or not: a
 * second answer must not be taken for an older question. Records come newest first. One that was sent
 * later is meant only where nothing was sent before, one that was not delivered only where nothing else
 * is open. Where several tenants have a question open, the code says whose it is, and an answer without one
 * is for the tenant whose question has none.
 */
export function pickRecord(
  records: readonly SentRecord[],
  text: string,
  wallAt: number,
): Picked | undefined {
  const asking = records.filter(
    ({ challengeKind, mayHaveLeft }) => challengeKind !== 'sms-token' && mayHaveLeft,
  )
  const code = findCode(asking, text)
  if (code !== null) {
    const coded = sentBefore(
      asking.filter(({ replyCode }) => replyCode === code),
      wallAt,
    )
    return pickOpen(coded, wallAt)
  }
  const before = sentBefore(asking, wallAt)
  const waiting = oneOfEachOwner(before.filter((record) => isOpenAt(record, wallAt)))
  const meant = waiting.length > 1 ? waiting.filter(({ replyCode }) => replyCode === null) : waiting
  const [owner] = meant
  if (!owner || meant.length > 1)
    // It counts for none of them; that it came is noted at the newest.
    return pickOpen(before, wallAt, waiting.length === 0)
  const own = before.filter((record) => ownerOf(record) === ownerOf(owner))
  return pickOpen(
    waiting.length > 1 ? own.filter(({ replyCode }) => replyCode === null) : own,
    wallAt,
  )
}

/** A question has two answers, however they are called. */
const numbered = { options: [1, 2].map((option) => ({ option, label: '' })) }

const isNamed = ({ replyCode, language }: SentRecord, text: string): boolean =>
  replyCode !== null && namesCode(text, replyCode, numbered, language)

/** The longest reply code that stands in a text; null: none of these records' does. */
export function findCode(records: readonly SentRecord[], text: string): string | null {
  const named = records.filter((record) => isNamed(record, text))
  const codes = named.flatMap(({ replyCode }) => replyCode ?? [])
  return codes.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Those that were there to be answered; all of them, when clocks differ so that none was. */
function sentBefore(records: readonly SentRecord[], wallAt: number): readonly SentRecord[] {
  const before = records.filter((record) => wasSent(record, wallAt))
  return before.length > 0 ? before : records
}

/** A vendor that reports whole seconds has cut off what came after them. */
const wasSent = ({ claimedAt }: SentRecord, wallAt: number) =>
  claimedAt <= (wallAt % 1_000 === 0 ? wallAt + 1_000 : wallAt)

/** Whether its question was open then, replied to or not. */
export const isOpenAt = (
  { superseded, expiresAt, clockOffsetMs }: SentRecord,
  wallAt: number,
): boolean => !superseded && wallAt + clockOffsetMs <= expiresAt + skewMs

function pickOpen(
  records: readonly SentRecord[],
  wallAt: number,
  isMeant = true,
): Picked | undefined {
  const open = records.filter((record) => isOpenAt(record, wallAt))
  const record = open.find(({ undelivered }) => !undelivered) ?? open[0] ?? records[0]
  return record && { record, isMeant, isOpen: open.includes(record) }
}

export const ownerOf = ({ tenant, mode, channel }: SentRecord) => `${mode} ${channel} ${tenant}`

/** One record for each owner and channel, the newest: who opts out does so for all that write from there. */
export function oneOfEachOwner(records: readonly SentRecord[]): SentRecord[] {
  const groups = Map.groupBy(records, ownerOf)
  return [...groups.values()].flatMap(([newest]) => newest ?? [])
}

/**
 * Whom an opt-out concerns: every owner and channel once, by the record whose reply code was typed, else by the one
 * that a typed answer would be about, because the word may be its answer. Nothing can be written of an
 * erased record, so it stands for its owner only when there is no other.
 */
export function pickOptedOut(
  records: readonly SentRecord[],
  text: string,
  wallAt: number,
): SentRecord[] {
  const doubt = (record: SentRecord) =>
    (record.erased ? 8 : 0) +
    (isNamed(record, text) ? 0 : 4) +
    (wasSent(record, wallAt) ? 0 : 2) +
    (record.undelivered ? 1 : 0)
  return oneOfEachOwner(records.toSorted((a, b) => doubt(a) - doubt(b)))
}
