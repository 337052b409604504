import type { ChallengeFacts } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { tokenStatus } from '#src/messaging/challenges/status.ts'
import { type EmailTokenRecord, FailureCode } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(facts: ChallengeFacts, now: number): EmailTokenRecord {
  return {
    status: tokenStatus(facts),
    type: 'Email',
    createdAt: iso(facts.createdAt),
    ...(facts.repliedAt !== null && { repliedAt: iso(facts.repliedAt) }),
    ...toSendingFields(facts, FailureCode.options, now),
  }
}
