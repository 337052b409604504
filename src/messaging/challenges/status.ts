// The status of a record, by what was reported of it. Pure: reports come in any order and any number of times, and what is
// derived from them never goes back. Times are epoch milliseconds of the transaction's clock.
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

/** Delivered stays `Sent`: the contract has no state for it. */
export function whatsappStatus({ repliedAt, readAt, deliveredAt, sentAt }: Times): WhatsappStatus {
  if (repliedAt !== null) return 'Replied'
  if (readAt !== null) return 'Read'
  return sentAt === null && deliveredAt === null ? 'Waiting' : 'Sent'
}

/** From the second of its expiry on, whatever else is known of it. */
export function isExpired(
  { expiresAt, expiredAt }: Pick<ChallengeState, 'expiresAt' | 'expiredAt'>,
  now: number,
): boolean {
  return expiredAt !== null || now >= expiresAt
}

/** A failure that still stands: what was seen on the phone has arrived, whatever was reported before or after. */
export function standingFailure(times: Times): { code: FailureCode; at: number } | undefined {
  const { failedAt, repliedAt, deliveredAt, readAt, sentAt } = times
  const code = allFailureCodes.find((known) => known === times.failureCode)
  if (failedAt === null || code === undefined) return undefined
  if (repliedAt !== null || deliveredAt !== null || readAt !== null) return undefined
  // It was in doubt whether the message had left: it has.
  if (code === 'send-uncertain' && sentAt !== null) return undefined
  return { code, at: failedAt }
}

/** Whether a reply or a code still counts, and a new record would replace it. */
export function isReplaceable(state: ChallengeState, now: number): boolean {
  return state.repliedAt === null && state.supersededAt === null && !isExpired(state, now)
}

/** Whether it waits for its answer, so that asking again within the cool-down sends nothing. */
export function isOpen(state: ChallengeState, now: number): boolean {
  const isSpent = state.checks >= state.rules.checksMax
  return isReplaceable(state, now) && !isSpent && standingFailure(state) === undefined
}

/** No account has taken it, nor may have: our access was refused, or there was an outage. */
function isUnsent(state: ChallengeState): boolean {
  const code = standingFailure(state)?.code
  return state.acceptedAt === null && (code === 'provider-failed' || code === 'no-provider')
}

/** As the limits of a request see it. */
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
 * The fields that the records of all challenges share on the wire: expiry and failure stand beside the state, and end with
 * an answer. `codes` are those that the record may show.
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
