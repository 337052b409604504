// Which record a typed answer is about, when nothing in it says so. Pure.
import type { Capability, ChallengeFacts } from './challenge.ts'
import type { Channel } from './provider.ts'
import { skewMs, splitTag } from './replies.ts'

/** A record that was sent to the number by the account, by one of its attempts. */
export type SentRecord = Pick<ChallengeFacts, 'tenant' | 'mode' | 'expiresAt'> & {
  readonly recordId: string
  readonly transactionId: string
  readonly capability: Capability
  readonly channel: Channel
  readonly tag: string | null
  /** Whom the person answers to. */
  readonly sender: string
  /** Wall time. */
  readonly claimedAt: number
  readonly superseded: boolean
  /** Whether the attempt has reached its vendor, or may have. */
  readonly mayHaveLeft: boolean
  /** Whether its vendor's id of the message is not known yet. */
  readonly unnamed: boolean
  /** How far the transaction's clock is ahead of wall time. */
  readonly clockOffsetMs: number
}

/** Those that the person can have meant: from the sender that was answered, and not sent since then. */
export function possibleAt(
  records: readonly SentRecord[],
  { senders = [] }: { readonly senders?: readonly string[] },
  wallAt: number,
): readonly SentRecord[] {
  return records.filter(
    ({ sender, claimedAt }) => senders.includes(sender) && claimedAt <= wallAt + skewMs,
  )
}

/**
 * The newest record that was still open when the answer was given (`wallAt`), replied to or not: a
 * second answer must not be taken for an older question. Records come newest first. Where tenants have
 * written to the number from one sender, the tag says whose question it is; `text` is what follows it.
 */
export function pickRecord(
  records: readonly SentRecord[],
  text: string,
  wallAt: number,
): { record: SentRecord; text: string } | undefined {
  const asking = records.filter(
    ({ capability, mayHaveLeft }) => capability !== 'sms-token' && mayHaveLeft,
  )
  const split = splitTag(text)
  const tagged = asking.filter(({ tag }) => tag !== null && tag === split?.tag)
  if (split && tagged.length > 0) return pickOpen(tagged, split.rest, wallAt)
  const possible = oneOfEachOwner(asking).length > 1 ? asking.filter(isUntagged) : asking
  // Without its tag an answer counts for none of them; that it came is told to the newest.
  return possible.length > 0 ? pickOpen(possible, text, wallAt) : pickOpen(asking, '', wallAt)
}

const isUntagged = ({ tag }: SentRecord) => tag === null

function pickOpen(records: readonly SentRecord[], text: string, wallAt: number) {
  const isOpen = ({ superseded, expiresAt, clockOffsetMs }: SentRecord) =>
    !superseded && wallAt + clockOffsetMs <= expiresAt + skewMs
  const record = records.find(isOpen) ?? records[0]
  return record && { record, text }
}

/** One record for each owner and channel, the newest: who opts out does so for all that write from there. */
export function oneOfEachOwner(records: readonly SentRecord[]): SentRecord[] {
  const groups = Map.groupBy(records, ({ tenant, mode, channel }) => `${mode} ${channel} ${tenant}`)
  return [...groups.values()].flatMap(([newest]) => newest ?? [])
}
