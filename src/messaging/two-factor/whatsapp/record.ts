import type { ChallengeContent, ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { whatsappStatus } from '#src/messaging/challenges/status.ts'
import type { Whatsapp2faRecord } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(
  state: ChallengeState,
  { text, purpose }: ChallengeContent,
  now: number,
): Whatsapp2faRecord {
  const { repliedAt, replyOption } = state
  return {
    status: whatsappStatus(state),
    createdAt: iso(state.createdAt).slice(0, -1),
    ...(repliedAt !== null &&
      replyOption !== null && { reply: { option: replyOption, repliedAt: iso(repliedAt) } }),
    sendLimit: state.rules.sendsMax,
    text,
    ...(purpose !== undefined && { purpose }),
    ...toSendingFields(state, failureCodes, now),
  }
}
