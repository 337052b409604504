// Which questions an answer that names none may be about: those that were open at the number when it was given, and those
// whose answer may still have been under way. Pure.
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import { skewMs } from './replies.ts'

/** A record that was sent to the number by the account, by one of its attempts. */
export type SentRecord = Pick<
  ChallengeState,
  'tenant' | 'mode' | 'expiresAt' | 'language' | 'repliedAt'
> & {
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

/** So long after the end of a question its answer may be under way. */
export const wakeMs = 2 * 60_000

/** Whether its question was open then, replied to or not. */
export const isOpenAt = (
  { superseded, expiresAt, clockOffsetMs }: SentRecord,
  wallAt: number,
): boolean => !superseded && wallAt + clockOffsetMs <= expiresAt + skewMs

const isInPlay = ({ expiresAt, clockOffsetMs }: SentRecord, wallAt: number): boolean =>
  wallAt + clockOffsetMs <= expiresAt + wakeMs

/**
 * One record of each transaction, newest first: it stands for those that it has replaced, because where it asks something
 * else it bears a code. What was not delivered, or was answered before a newer question came, counts only beside nothing else.
 */
export function listInPlay(records: readonly SentRecord[], wallAt: number): SentRecord[] {
  const asked = records.filter((record) => isInPlay(record, wallAt))
  const groups = Map.groupBy(asked, ({ transactionId }) => transactionId)
  const each = [...groups.values()].flatMap((group) => pickOpen(group, wallAt) ?? [])
  const arrived = each.filter((one) => !one.undelivered)
  const likely = arrived.some((one) => isOpenAt(one, wallAt)) ? arrived : each
  return likely.filter((one) => !isAnsweredBefore(one, likely, wallAt))
}

/** Whether its answer was there before a question was sent that is still open, and a second one would be here by now. */
const isAnsweredBefore = (
  { repliedAt, clockOffsetMs }: SentRecord,
  records: readonly SentRecord[],
  wallAt: number,
): boolean => {
  if (repliedAt === null) return false
  const answeredAt = repliedAt - clockOffsetMs
  return (
    wallAt > answeredAt + wakeMs &&
    records.some((one) => one.claimedAt > answeredAt && isOpenAt(one, wallAt))
  )
}

/** The newest that is open, one that was delivered before others; else the newest. */
export function pickOpen(records: readonly SentRecord[], wallAt: number): SentRecord | undefined {
  const open = records.filter((record) => isOpenAt(record, wallAt))
  return open.find(({ undelivered }) => !undelivered) ?? open[0] ?? records[0]
}
