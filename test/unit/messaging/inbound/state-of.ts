import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { expiryOf, recordRules } from '#test/support/messaging/expiry.ts'

/** A record that was just opened, changed by what is given. */
export function stateOf(given: Partial<ChallengeState> = {}): ChallengeState {
  const createdAt = given.createdAt ?? Date.UTC(2026, 10, 21, 12)
  return {
    id: 'r1',
    transactionId: 't1',
    tenant: 'acme',
    mode: 'sandbox',
    challengeKind: 'sms-2fa',
    channel: 'sms',
    createdAt,
    expiresAt: expiryOf(given.challengeKind ?? 'sms-2fa', createdAt),
    acceptedAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    repliedAt: null,
    replyOption: null,
    failedAt: null,
    failureCode: null,
    expiredAt: null,
    deniedAt: null,
    deniedByKnown: false,
    denialLiftedAt: null,
    doubtedAt: null,
    takenBackAt: null,
    goneAt: null,
    replyMeaning: null,
    supersededAt: null,
    checks: 0,
    language: 'pt',
    nonce: 'n1',
    replyCode: null,
    rules: recordRules,
    heat: {
      source: 'phone',
      heat: 11,
      terms: {
        reply: 0,
        verified: 0,
        delivered: 0,
        use: 0,
        position: 1,
        type: 1,
        channel: 0,
        failure: 0,
        shared: 0,
      },
    },
    ...given,
  }
}
