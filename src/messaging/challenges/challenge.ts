// The types of a challenge, which its store, its rules and its routes share.
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Heat } from '#src/messaging/phones/heat.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'

/** What a record was opened with: settings that change later change nothing of it. */
export type RecordRules = {
  /** Of its code. */
  readonly codeDigits: number
  /** Wrong codes that it takes. */
  readonly checksMax: number
  /** `smsSendLimit` and `sendLimit`. */
  readonly sendsMax: number
  /** A yes is a button, or an option's number or label alone. */
  readonly isStrict?: boolean
  /** No typed yes counts without its reply code: another question was open at the number when it was asked. */
  readonly needsCode?: boolean
  /** It says what is confirmed. */
  readonly hasPurpose?: boolean
}

/** What a reply says; `option`: what it chose is neither the yes nor the no of its question. */
export type ReplyMeaning = 'yes' | 'no' | 'option'

/** A record as its row keeps it; times are epoch ms of the transaction's clock, null: it has not come. */
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
  /** `repliedAt` where the no is its reply. */
  readonly deniedAt: number | null
  readonly deniedByKnown: boolean
  readonly denialLiftedAt: number | null
  readonly doubtedAt: number | null
  /** Who has the number said later to be somebody else: its yes is none. */
  readonly takenBackAt: number | null
  readonly checks: number
  readonly language: 'pt' | 'en'
  readonly nonce: string
  readonly replyCode: string | null
  readonly rules: RecordRules
  /** Null: an e-mail's, which chooses nothing. */
  readonly heat: Heat | null
}

/** A record as its row keeps it; what is sealed is opened by `readContent` and `readPhone`. */
export type Challenge = ChallengeState & {
  readonly sealed: { readonly phone: Sealed; readonly content: Sealed }
  /** Of the number chosen first. */
  readonly contactHash: Buffer
  readonly documentHash: Buffer | null
}
