// Chooses the records that a typed answer may be about when nothing in it names one. Pure.
import {
  isOpenAt,
  listInPlay,
  pickOpen,
  type SentRecord,
} from '#src/messaging/conversations/open-questions.ts'
import { skewMs } from '#src/messaging/conversations/replies.ts'
import { namesCode } from '#src/messaging/replies/read-reply.ts'

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

/**
 * What an answer is to a record: surely its `reply`; perhaps, so that a no denies it and no yes counts (`denial`); or another
 * tenant's question came later, so that a no is noted and no more (`doubt`).
 */
export type Part = 'reply' | 'denial' | 'doubt'

export type Picked = {
  readonly record: SentRecord
  readonly part: Part
  readonly isOpen: boolean
}

/**
 * The records that an answer given at `wallAt` may be about, the likeliest first; records come newest first. The one
 * whose code was typed; else the only one in play, replied to or not, because a second answer must not be taken for an
 * older question; else the newest, for which it came too late. With several in play it is the reply of none: a
 * no denies each of the tenant whose question reached the number last, and is noted for the others'. One that was sent
 * later is meant only where nothing was sent before.
 */
export function pickRecords(
  records: readonly SentRecord[],
  text: string,
  wallAt: number,
): readonly Picked[] {
  const asking = records.filter(
    ({ challengeKind, mayHaveLeft }) => challengeKind !== 'sms-token' && mayHaveLeft,
  )
  const code = findCode(asking, text)
  if (code !== null) {
    const coded = asking.filter(({ replyCode }) => replyCode === code)
    return toReply(pickOpen(sentBefore(coded, wallAt), wallAt), wallAt)
  }
  const before = sentBefore(asking, wallAt)
  const inPlay = listInPlay(before, wallAt)
  const [only, ...others] = inPlay
  if (!only) return toReply(pickOpen(before, wallAt), wallAt)
  return others.length === 0 ? toReply(only, wallAt) : pickSeveral(inPlay, wallAt)
}

const toReply = (record: SentRecord | undefined, wallAt: number): Picked[] =>
  record ? [{ record, part: 'reply', isOpen: isOpenAt(record, wallAt) }] : []

function pickSeveral(inPlay: readonly SentRecord[], wallAt: number): Picked[] {
  const newestFirst = inPlay.toSorted((a, b) => b.claimedAt - a.claimedAt)
  const isOfLast = ({ tenant, mode }: SentRecord) =>
    tenant === newestFirst[0]?.tenant && mode === newestFirst[0].mode
  return [
    ...newestFirst.filter((one) => isOfLast(one)),
    ...newestFirst.filter((one) => !isOfLast(one)),
  ].map((record) => ({
    record,
    part: isOfLast(record) ? 'denial' : 'doubt',
    isOpen: isOpenAt(record, wallAt),
  }))
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
