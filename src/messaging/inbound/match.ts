// Chooses the records that a typed reply may be about when it names none. Pure.
import {
  isOpenAt,
  listInPlay,
  pickOpen,
  type SentRecord,
} from '#src/messaging/conversations/open-questions.ts'
import { skewMs } from '#src/messaging/conversations/replies.ts'
import { namesCode } from '#src/messaging/replies/read-reply.ts'

/** The records that the person may mean: sent by the sender that was replied to, and before the reply. */
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

/**
 * Normalises a sender: a number is the same with and without `+`; senders may also be names, or numbers with a prefix
 * word.
 */
const toSenderKey = (sender: string): string =>
  sender.toLowerCase().replace(/^(whatsapp:)?\+(?=\d+$)/, '$1')

/**
 * The role of a reply for a record: certainly its `reply`; possibly its reply, so that a no denies it but a yes does
 * not count (`denial`); or another tenant’s question arrived later, so that a no is only noted (`doubt`).
 */
export type Part = 'reply' | 'denial' | 'doubt'

export type Picked = {
  readonly record: SentRecord
  readonly part: Part
  readonly isOpen: boolean
}

/**
 * The records that a reply given at `wallAt` may be about, the likeliest first; `records` come newest first. It is the
 * one whose code was typed; otherwise the only one in question, answered or not, because a second reply must not be
 * taken for an older question; otherwise the newest, for which it came too late. With several in question it is the
 * reply of none: a no denies those of the tenant whose question reached the number last, and is noted for the others. A
 * record that was sent later counts only if none was sent before.
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

/** Every question has two options, whatever their labels. */
const numbered = { options: [1, 2].map((option) => ({ option, label: '' })) }

const isNamed = ({ replyCode, language }: SentRecord, text: string): boolean =>
  replyCode !== null && namesCode(text, replyCode, numbered, language)

/** The longest reply code in the text; null when it holds none of these records’ codes. */
export function findCode(records: readonly SentRecord[], text: string): string | null {
  const named = records.filter((record) => isNamed(record, text))
  const codes = named.flatMap(({ replyCode }) => replyCode ?? [])
  return codes.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** The records that were sent before the reply; all of them if clocks differ so much that none was. */
function sentBefore(records: readonly SentRecord[], wallAt: number): readonly SentRecord[] {
  const before = records.filter((record) => wasSent(record, wallAt))
  return before.length > 0 ? before : records
}

/** A vendor that reports whole seconds has cut off the fraction. */
const wasSent = ({ claimedAt }: SentRecord, wallAt: number) =>
  claimedAt <= (wallAt % 1_000 === 0 ? wallAt + 1_000 : wallAt)

export const ownerOf = ({ tenant, mode, channel }: SentRecord) => `${mode} ${channel} ${tenant}`

/** The newest record of each owner and channel, because an opt-out concerns everybody who writes from that sender. */
export function oneOfEachOwner(records: readonly SentRecord[]): SentRecord[] {
  const groups = Map.groupBy(records, ownerOf)
  return [...groups.values()].flatMap(([newest]) => newest ?? [])
}

/**
 * The records of everybody whom an opt-out concerns, one per owner and channel: the one whose reply code was typed,
 * otherwise the one that a typed reply would be about, because the word may be its answer. An erased record cannot be
 * written to, so it is chosen only if there is no other.
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
