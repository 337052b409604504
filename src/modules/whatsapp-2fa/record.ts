import type { ChallengeContent, ChallengeFacts } from '#src/messaging/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/record.ts'
import { settings } from '#src/messaging/send-rules.ts'
import { whatsappStatus } from '#src/messaging/status.ts'
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
    sendLimit: settings.sendsMax,
    text,
    ...toSendingFields(facts, now),
  }
}
