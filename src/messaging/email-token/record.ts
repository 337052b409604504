import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { tokenStatus } from '#src/messaging/challenges/status.ts'
import { type EmailTokenRecord, FailureCode } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(state: ChallengeState, now: number): EmailTokenRecord {
  return {
    status: tokenStatus(state),
    type: 'Email',
    createdAt: iso(state.createdAt),
    ...(state.repliedAt !== null && { repliedAt: iso(state.repliedAt) }),
    ...toSendingFields(state, FailureCode.options, now),
  }
}
