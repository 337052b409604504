import type { ChallengeContent, ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { tokenStatus } from '#src/messaging/challenges/status.ts'
import { type EmailTokenRecord, FailureCode } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(
  state: ChallengeState,
  { purpose }: Pick<ChallengeContent, 'purpose'>,
  now: number,
): EmailTokenRecord {
  return {
    status: tokenStatus(state),
    type: 'Email',
    createdAt: iso(state.createdAt),
    ...(state.repliedAt !== null && { repliedAt: iso(state.repliedAt) }),
    ...(purpose !== undefined && { purpose }),
    ...toSendingFields(state, FailureCode.options, now),
  }
}
