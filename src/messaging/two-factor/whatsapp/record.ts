import type { ChallengeContent, ChallengeFacts } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { whatsappStatus } from '#src/messaging/challenges/status.ts'
import type { Whatsapp2faRecord } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(
  facts: ChallengeFacts,
  { text }: ChallengeContent,
  now: number,
): Whatsapp2faRecord {
  const { repliedAt, replyOption } = facts
  return {
    status: whatsappStatus(facts),
    createdAt: iso(facts.createdAt).slice(0, -1),
    ...(repliedAt !== null &&
      replyOption !== null && { reply: { option: replyOption, repliedAt: iso(repliedAt) } }),
    sendLimit: facts.rules.sendsMax,
    text,
    ...toSendingFields(facts, failureCodes, now),
  }
}
