import type { ChallengeContent, ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { tokenStatus } from '#src/messaging/challenges/status.ts'
import type { SmsTokenRecord } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(
  state: ChallengeState,
  { purpose }: Pick<ChallengeContent, 'purpose'>,
  now: number,
): SmsTokenRecord {
  return {
    status: tokenStatus(state),
    type: 'Sms',
    createdAt: iso(state.createdAt),
    ...(state.repliedAt !== null && { repliedAt: iso(state.repliedAt) }),
    ...(purpose !== undefined && { purpose }),
    ...toSendingFields(state, failureCodes, now),
  }
}
