// Constants of challenges by kind, which no tenant changes.
import type { Messages } from '#src/platform/tenants/messages.ts'
import { type ChallengeKind, isToken } from '#src/messaging/wire/channel.ts'

export type ChallengeRules = {
  /** Wrong codes a transaction takes in 24 hours, whatever records it has. */
  readonly failedChecksMax: number
  /** Messages to one number or mailbox over all transactions, by wall time. */
  readonly quotas: readonly { readonly max: number; readonly windowMs: number }[]
  /** Before the second, third, … try with an account that refuses for now; then the next account. */
  readonly backoffSeconds: readonly number[]
  /** By how much of itself a wait is longer at most, so that those who wait for one account are spread. */
  readonly spread: number
  /** How long after its claim a callback may decide a send that has no outcome. */
  readonly uncertainMs: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Attempts of one record that were accepted, or may have been. */
export const sendsPerRecordMax = 3
/** Messages sent again because a look-up found nothing, or the phone could not be reached. */
export const resendsMax = 1

export const failedChecksMax = 15

const base = { failedChecksMax } as const

/** Of SMS and WhatsApp. */
export const phoneRules: ChallengeRules = {
  ...base,
  quotas: [
    { max: 5, windowMs: 10 * minuteMs },
    { max: 10, windowMs: dayMs },
  ],
  backoffSeconds: [5, 20],
  spread: 0.2,
  uncertainMs: 20_000,
}

/** Mail servers put off strangers for minutes, and report nothing of what they have taken. */
export const emailRules: ChallengeRules = {
  ...base,
  quotas: [
    { max: 5, windowMs: 60 * minuteMs },
    { max: 20, windowMs: dayMs },
  ],
  backoffSeconds: [30, 120, 300, 600, 900],
  spread: 0,
  uncertainMs: 0,
}

/** How long after its claim a message of which nothing is known goes to the next account: what a person answers waits longer. */
export const doubtMsOf = (challengeKind: ChallengeKind): number =>
  isToken(challengeKind) ? 30_000 : 60_000

export const rulesOf = (challengeKind: ChallengeKind): ChallengeRules =>
  challengeKind === 'email-token' ? emailRules : phoneRules

/** How long an answer counts. */
export function ttlMinutes(challengeKind: ChallengeKind, messages: Messages): number {
  switch (challengeKind) {
    case 'email-token':
      return messages.emailTokenMinutes
    case 'sms-token':
      return messages.smsTokenMinutes
    case 'sms-2fa':
      return messages.sms2faMinutes
    case 'whatsapp-2fa':
      return messages.whatsapp2faMinutes
  }
}
