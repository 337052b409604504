// The constants of challenges by kind, which no tenant can change.
import type { Messages } from '#src/platform/tenants/messages.ts'
import { type ChallengeKind, isToken } from '#src/messaging/wire/channel.ts'

export type ChallengeRules = {
  /** The wrong codes that a transaction accepts in 24 hours, over all records. */
  readonly failedChecksMax: number
  /** The limits of messages to one number or mailbox over all transactions, by wall time. */
  readonly quotas: readonly { readonly max: number; readonly windowMs: number }[]
  /**
   * The pauses before the second, third, … try with an account that refuses temporarily; after the last one the next
   * account is used.
   */
  readonly backoffSeconds: readonly number[]
  /** The largest fraction by which a pause is lengthened at random, so that retries of one account spread out. */
  readonly spread: number
  /** The time after its claim at which an attempt without an outcome no longer waits for a callback. */
  readonly uncertainMs: number
}

/** The settings with which a record was opened; later changes of settings do not affect it. */
export type RecordRules = {
  /** The number of digits of the record’s code. */
  readonly codeDigits: number
  /** The number of wrong codes after which the record is closed. */
  readonly checksMax: number
  /** Shown on the wire as `smsSendLimit` and `sendLimit`. */
  readonly sendsMax: number
  /** Only a button, or the number or label of an option, counts as a yes. */
  readonly isStrict?: boolean
  /**
   * A typed yes counts only with its reply code, because another question was open at the number when this one was
   * sent.
   */
  readonly needsCode?: boolean
  /** The content names what the person confirms. */
  readonly hasPurpose?: boolean
  /** The step of a run that has sent the record, and counts only its answer. */
  readonly sentFor?: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The most attempts of one record that were accepted, or may have been. */
export const sendsPerRecordMax = 3
/** The most repetitions because a look-up found nothing, or the phone was unreachable. */
export const resendsMax = 1

export const failedChecksMax = 15

const base = { failedChecksMax } as const

/** The rules of SMS and WhatsApp. */
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

/** The rules of e-mail: mail servers defer unknown senders for minutes, and do not report on accepted mail. */
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

/**
 * The time after its claim at which the next account repeats a message without any report; longer for questions,
 * because people answer them.
 */
export const doubtMsOf = (challengeKind: ChallengeKind): number =>
  isToken(challengeKind) ? 30_000 : 60_000

export const rulesOf = (challengeKind: ChallengeKind): ChallengeRules =>
  challengeKind === 'email-token' ? emailRules : phoneRules

/** For how many minutes a reply counts after the record was opened. */
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
