// The fields that the records of all challenges share on the wire.
import type { ChallengeState } from './challenge.ts'
import type { FailureCode } from './schema.ts'
import { isExpired, standingFailure } from './status.ts'

type Shown<Code> = { expirationTime: string; expired?: true; failure?: { code: Code; at: string } }

/** Expiry and failure stand beside the state, and end with an answer. `codes` are those that the record may show. */
export function toSendingFields<Code extends FailureCode>(
  state: ChallengeState,
  codes: readonly (Code | 'provider-failed')[],
  now: number,
): Shown<Code | 'provider-failed'> {
  const failure = standingFailure(state)
  const code = codes.find((known) => known === failure?.code) ?? 'provider-failed'
  return {
    expirationTime: iso(state.expiresAt),
    ...(state.repliedAt === null && isExpired(state, now) && { expired: true as const }),
    ...(failure && { failure: { code, at: iso(failure.at) } }),
  }
}

export const iso = (time: number): string => new Date(time).toISOString()
