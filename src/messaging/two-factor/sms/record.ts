import type { ChallengeContent, ChallengeFacts } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { smsStatus } from '#src/messaging/challenges/status.ts'
import type { Sms2faRecord } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(
  facts: ChallengeFacts,
  { text, options }: ChallengeContent,
  now: number,
): Sms2faRecord {
  const replied = options.find(({ option }) => option === facts.replyOption)
  return {
    text: (facts.repliedAt !== null && replied?.label) || text,
    type: 'Sms',
    status: smsStatus(facts),
    createdAt: iso(facts.createdAt),
    smsSendLimit: facts.rules.sendsMax,
    ...toSendingFields(facts, failureCodes, now),
  }
}
