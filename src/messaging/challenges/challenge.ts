// The types of a challenge, which its store, its rules and its routes share.
import type { Channel } from './port.ts'

export type ChallengeKind = 'email-token' | 'sms-token' | 'sms-2fa' | 'whatsapp-2fa'

export const channelOf = {
  'email-token': 'email',
  'sms-token': 'sms',
  'sms-2fa': 'sms',
  'whatsapp-2fa': 'whatsapp',
} as const satisfies Record<ChallengeKind, Channel>

/** Answered by a code or a link; the others by a reply. */
export const isToken = (challengeKind: ChallengeKind): boolean => challengeKind.endsWith('-token')

/** The name of a message's template: on WhatsApp one that shows a purpose is another one. */
export const templateOf = (challengeKind: ChallengeKind, hasPurpose: boolean): string =>
  hasPurpose && challengeKind === 'whatsapp-2fa' ? 'whatsapp-2fa-purpose' : challengeKind

/** Why a number was chosen: each term 0 to 1, weighted; `source` is `phone` or `phones[1]`. */
export type Heat = {
  readonly source: string
  readonly heat: number
  readonly terms: Readonly<
    Record<
      | 'reply'
      | 'verified'
      | 'delivered'
      | 'use'
      | 'position'
      | 'type'
      | 'channel'
      | 'failure'
      | 'shared',
      number
    >
  >
}

/** Text and answers as the person reads them. */
export type ChallengeContent = {
  readonly text: string
  readonly options: readonly { readonly option: number; readonly label: string }[]
  /** The option that is the yes, where the template names it; else labels tell. */
  readonly yes?: 1 | 2
  /** What is confirmed, as the client has said it. */
  readonly purpose?: string
}

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
  readonly checks: number
  readonly language: 'pt' | 'en'
  readonly nonce: string
  readonly replyCode: string | null
  readonly rules: RecordRules
  /** Null: an e-mail's, which chooses nothing. */
  readonly heat: Heat | null
}
