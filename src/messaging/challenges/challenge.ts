// The types of a challenge, shared by its store, its rules and its routes.
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Heat } from '#src/messaging/phones/heat.ts'
import type { ChallengeKind, Channel } from '#src/messaging/wire/channel.ts'

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
  /** The content names what is confirmed. */
  readonly hasPurpose?: boolean
  /** The step of a run that has sent it, and counts nothing else. */
  readonly sentFor?: string
}

/** The meaning of a reply; `option`: the chosen option is neither the yes nor the no of the question. */
export type ReplyMeaning = 'yes' | 'no' | 'option'

/**
 * A record as stored, without sealed columns. Times are epoch ms of the transaction’s clock; null means that the event
 * has not happened.
 */
export type ChallengeState = {
  readonly id: string
  readonly transactionId: string
  readonly tenant: string
  readonly mode: 'sandbox' | 'live'
  readonly challengeKind: ChallengeKind
  readonly channel: Channel
  readonly createdAt: number
  readonly expiresAt: number
  readonly acceptedAt: number | null
  readonly sentAt: number | null
  readonly deliveredAt: number | null
  readonly readAt: number | null
  readonly repliedAt: number | null
  readonly replyOption: number | null
  readonly replyMeaning: ReplyMeaning | null
  readonly failedAt: number | null
  readonly failureCode: string | null
  readonly expiredAt: number | null
  readonly supersededAt: number | null
  /** The time of the no; equal to `repliedAt` where the no is the reply. */
  readonly deniedAt: number | null
  readonly deniedByKnown: boolean
  readonly denialLiftedAt: number | null
  readonly doubtedAt: number | null
  /** When the holder of the number later said to be somebody else, so that the yes does not count. */
  readonly takenBackAt: number | null
  readonly goneAt: number | null
  readonly checks: number
  readonly language: 'pt' | 'en'
  readonly nonce: string
  readonly replyCode: string | null
  readonly rules: RecordRules
  /** Why this number was chosen; null for e-mail, where there is no choice. */
  readonly heat: Heat | null
}

/** A record as stored; `readContent` and `readContact` open its sealed columns. */
export type Challenge = ChallengeState & {
  readonly sealed: { readonly phone: Sealed; readonly content: Sealed }
  /** A hash of the number that was chosen first. */
  readonly contactHash: Buffer
  readonly documentHash: Buffer | null
}
