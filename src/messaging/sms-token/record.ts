import type { ChallengeFacts } from '#src/messaging/challenges/challenge.ts'
import { iso, toSendingFields } from '#src/messaging/challenges/record.ts'
import { failureCodes } from '#src/messaging/challenges/schema.ts'
import { tokenStatus } from '#src/messaging/challenges/status.ts'
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
