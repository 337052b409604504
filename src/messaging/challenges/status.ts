// Derives the status of a record from its reports. Pure: reports come in any order and any number of times, and the
// status never goes back. Times are epoch ms of the transaction’s clock.
import type { ChallengeState } from './challenge.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import type { LimitedRecord } from './limits.ts'
import { allFailureCodes, type FailureCode } from './schema.ts'

export type { FailureCode } from './schema.ts'

export type TokenStatus = 'Waiting' | 'Valid'
export type SmsStatus = 'Waiting' | 'Sent' | 'Delivered' | 'Replied'
export type WhatsappStatus = 'Waiting' | 'Sent' | 'Read' | 'Replied'

type Times = Pick<
  ChallengeState,
  'acceptedAt' | 'sentAt' | 'deliveredAt' | 'readAt' | 'repliedAt' | 'failedAt' | 'failureCode'
>

const statusOf = {
  'email-token': tokenStatus,
  'sms-token': tokenStatus,
  'sms-2fa': smsStatus,
  'whatsapp-2fa': whatsappStatus,
} as const satisfies Record<ChallengeKind, (times: Times) => string>

export function toStatus(
  state: Times & Pick<ChallengeState, 'challengeKind'>,
): TokenStatus | SmsStatus | WhatsappStatus {
  return statusOf[state.challengeKind](state)
}

export function tokenStatus({ repliedAt }: Times): TokenStatus {
  return repliedAt === null ? 'Waiting' : 'Valid'
}

export function smsStatus({ repliedAt, readAt, deliveredAt, sentAt }: Times): SmsStatus {
  if (repliedAt !== null) return 'Replied'
  if (deliveredAt !== null || readAt !== null) return 'Delivered'
  return sentAt === null ? 'Waiting' : 'Sent'
}

/** A delivered message stays `Sent`, because the contract has no state for it. */
export function whatsappStatus({ repliedAt, readAt, deliveredAt, sentAt }: Times): WhatsappStatus {
  if (repliedAt !== null) return 'Replied'
  if (readAt !== null) return 'Read'
  return sentAt === null && deliveredAt === null ? 'Waiting' : 'Sent'
}

/** Whether the record has expired, from the second of its expiry on. */
export function isExpired(
  { expiresAt, expiredAt }: Pick<ChallengeState, 'expiresAt' | 'expiredAt'>,
  now: number,
): boolean {
  return expiredAt !== null || now >= expiresAt
}

/**
 * The failure of a record, unless it was refuted: a message that was delivered, read or answered has arrived, whatever
 * was reported before or after.
 */
export function standingFailure(times: Times): { code: FailureCode; at: number } | undefined {
  const { failedAt, repliedAt, deliveredAt, readAt, sentAt } = times
  const code = allFailureCodes.find((known) => known === times.failureCode)
  if (failedAt === null || code === undefined) return undefined
  if (repliedAt !== null || deliveredAt !== null || readAt !== null) return undefined
  // The doubt whether the message had left is resolved by its sending.
  if (code === 'send-uncertain' && sentAt !== null) return undefined
  return { code, at: failedAt }
}

/** Whether a reply or a code would still count, so that a new record replaces this one. */
export function isReplaceable(state: ChallengeState, now: number): boolean {
  return state.repliedAt === null && state.supersededAt === null && !isExpired(state, now)
}

/** Whether the record waits for its answer, so that another request within the cool-down sends nothing. */
export function isOpen(state: ChallengeState, now: number): boolean {
  const isSpent = state.checks >= state.rules.checksMax
  return isReplaceable(state, now) && !isSpent && standingFailure(state) === undefined
}

/** Whether no account has accepted the message or may have, because our access was refused or the vendor was down. */
function isUnsent(state: ChallengeState): boolean {
  const code = standingFailure(state)?.code
  return state.acceptedAt === null && (code === 'provider-failed' || code === 'no-provider')
}

/** The record in the form that the limits need. */
export const toSentRecord = (state: ChallengeState, now: number): LimitedRecord => ({
  id: state.id,
  createdAt: state.createdAt,
  open: isOpen(state, now),
  replaceable: isReplaceable(state, now),
  unsent: isUnsent(state),
})

type SendingFields<Code> = {
  expirationTime: string
  expired?: true
  failure?: { code: Code; at: string }
}

/**
 * The sending fields of all challenges on the wire: expiry and failure appear beside the state, and disappear once the
 * record is answered. `codes` lists the failure codes that the record may show.
 */
export function toSendingFields<Code extends FailureCode>(
  state: ChallengeState,
  codes: readonly (Code | 'provider-failed')[],
  now: number,
): SendingFields<Code | 'provider-failed'> {
  const failure = standingFailure(state)
  const code = codes.find((known) => known === failure?.code) ?? 'provider-failed'
  return {
    expirationTime: iso(state.expiresAt),
    ...(state.repliedAt === null && isExpired(state, now) && { expired: true as const }),
    ...(failure && { failure: { code, at: iso(failure.at) } }),
  }
}

export const iso = (time: number): string => new Date(time).toISOString()
