import type { ChallengeFacts } from '#src/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/challenges/record.ts'
import { tokenStatus } from '#src/challenges/status.ts'
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
