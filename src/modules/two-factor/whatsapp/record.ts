import type { ChallengeContent, ChallengeFacts } from '#src/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/challenges/record.ts'
import { failureCodes } from '#src/challenges/schema.ts'
import { whatsappStatus } from '#src/challenges/status.ts'
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
