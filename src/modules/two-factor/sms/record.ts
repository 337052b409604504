import type { ChallengeContent, ChallengeFacts } from '#src/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/challenges/record.ts'
import { failureCodes } from '#src/challenges/schema.ts'
import { smsStatus } from '#src/challenges/status.ts'
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
