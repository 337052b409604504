import type { ChallengeContent, ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { smsStatus } from '#src/messaging/challenges/status.ts'
import type { Sms2faRecord } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(
  state: ChallengeState,
  { text, options, purpose }: ChallengeContent,
  now: number,
): Sms2faRecord {
  const replied = options.find(({ option }) => option === state.replyOption)
  return {
    text: (state.repliedAt !== null && replied?.label) || text,
    type: 'Sms',
    status: smsStatus(state),
    createdAt: iso(state.createdAt),
    smsSendLimit: state.rules.sendsMax,
    ...(purpose !== undefined && { purpose }),
    ...toSendingFields(state, failureCodes, now),
  }
}
