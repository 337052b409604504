import type { ChallengeFacts } from '#src/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/challenges/record.ts'
import { failureCodes } from '#src/challenges/schema.ts'
import { tokenStatus } from '#src/challenges/status.ts'
import type { SmsTokenRecord } from './schema.ts'

/** The record as the wire shows it. */
export function toRecord(facts: ChallengeFacts, now: number): SmsTokenRecord {
  return {
    status: tokenStatus(facts),
    type: 'Sms',
    createdAt: iso(facts.createdAt),
    ...(facts.repliedAt !== null && { repliedAt: iso(facts.repliedAt) }),
    ...toSendingFields(facts, failureCodes, now),
  }
}
