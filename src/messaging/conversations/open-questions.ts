// Finds the questions that a reply without a code may refer to: those that were open at the number when it was given,
// and those whose reply may still have been on its way. Pure.
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import type { ChallengeKind, Channel } from '#src/messaging/wire/channel.ts'
import { skewMs } from './replies.ts'

/** A record that was sent to the number by the account, in one of its attempts. */
export type SentRecord = Pick<
  ChallengeState,
  'tenant' | 'mode' | 'expiresAt' | 'language' | 'repliedAt'
> & {
  readonly recordId: string
  readonly transactionId: string
  readonly challengeKind: ChallengeKind
  readonly channel: Channel
  readonly replyCode: string | null
  /** The sender to which the person replies. */
  readonly sender: string
  /** Wall time. */
  readonly claimedAt: number
  readonly superseded: boolean
  /** Whether the attempt reached the vendor, or may have. */
  readonly mayHaveLeft: boolean
  /** Whether the vendor’s message id is not known yet. */
  readonly unnamed: boolean
  /** Whether the attempt was reported as failed, and nothing shows that the question arrived nevertheless. */
  readonly undelivered: boolean
  /** Whether the transaction’s key is erased, so that nothing can be written to it. */
  readonly erased: boolean
  /** How far the transaction’s clock is ahead of wall time. */
  readonly clockOffsetMs: number
}

/** For how long after the end of a question a reply may still be on its way. */
export const wakeMs = 2 * 60_000

/** Whether the question was open at that time, answered or not. */
export const isOpenAt = (
  { superseded, expiresAt, clockOffsetMs }: SentRecord,
  wallAt: number,
): boolean => !superseded && wallAt + clockOffsetMs <= expiresAt + skewMs

const isInPlay = ({ expiresAt, clockOffsetMs }: SentRecord, wallAt: number): boolean =>
  wallAt + clockOffsetMs <= expiresAt + wakeMs

/**
 * One record per transaction, newest first. It stands for the records that it replaced, because a question with another
 * purpose has a reply code. Undelivered records, and those answered before a newer question, count only if there are no
 * others.
 */
export function listInPlay(records: readonly SentRecord[], wallAt: number): SentRecord[] {
  const asked = records.filter((record) => isInPlay(record, wallAt))
  const groups = Map.groupBy(asked, ({ transactionId }) => transactionId)
  const each = [...groups.values()].flatMap((group) => pickOpen(group, wallAt) ?? [])
  const arrived = each.filter((one) => !one.undelivered)
  const likely = arrived.some((one) => isOpenAt(one, wallAt)) ? arrived : each
  return likely.filter((one) => !isAnsweredBefore(one, likely, wallAt))
}

/**
 * Whether the record was answered before a later question was sent that is still open. A second reply to the earlier
 * record would have arrived by now, so new replies belong to the later one.
 */
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

/** The newest open record, a delivered one before others; otherwise the newest of all. */
export function pickOpen(records: readonly SentRecord[], wallAt: number): SentRecord | undefined {
  const open = records.filter((record) => isOpenAt(record, wallAt))
  return open.find(({ undelivered }) => !undelivered) ?? open[0] ?? records[0]
}
