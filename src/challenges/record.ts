// What the records of messages have in common, as the wire shows it.
import type { ChallengeFacts } from './challenge.ts'
import { type FailureCode, isExpired, standingFailure } from './status.ts'

/** Expiry and failure stand beside the state, and end with an answer. */
export function toSendingFields(
  facts: ChallengeFacts,
  now: number,
): { expirationTime: string; expired?: true; failure?: { code: FailureCode; at: string } } {
  const failure = standingFailure(facts)
  return {
    expirationTime: iso(facts.expiresAt),
    ...(facts.repliedAt === null && isExpired(facts, now) && { expired: true as const }),
    ...(failure && { failure: { code: failure.code, at: iso(failure.at) } }),
  }
}

export const iso = (time: number): string => new Date(time).toISOString()
