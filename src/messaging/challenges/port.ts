// The port of messaging vendors, types only. An adapter serves one account of one vendor; vendors' errors become codes
// of ours, because their texts quote numbers.

import type { Channel } from '#src/messaging/wire/channel.ts'
import type { Repeat } from '#src/journey/calls/call.ts'
import type { Approved } from '#src/messaging/wire/approved.ts'
import type {
  RefusalClass,
  VendorEvent,
  TemplateName,
  TemplateReport,
  Reported,
} from './vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'

/** A message ready to send. Personal data and the code: it is made where it is sent and ends there. */
export type OutboundMessage = {
  readonly channel: Channel
  /** E.164, `+5511987654321`; of an e-mail one bare address, without display name. */
  readonly to: string
  /** The whole message as the person reads it. */
  readonly text: string
  /** `pt-BR` or `en`. */
  readonly language: string
  /** Answers that can be tapped or typed; `payload` is signed and comes back with a tap. */
  readonly options?: readonly {
    readonly option: number
    readonly label: string
    readonly payload: string
    /** What the text says to type for it, where that is not its number alone. */
    readonly typed?: string
  }[]
  /** What a vendor's approved template takes, in its order. */
  readonly variables: readonly string[]
  /** Which of the account's templates: the capability, `sms-token`, `whatsapp-2fa`. */
  readonly template: string
  /** How long it is worth delivering. */
  readonly validSeconds: number
  /** The person has written within a day: on WhatsApp it goes without a template. */
  readonly isFree?: boolean
  /** For the sandbox's list of messages; a live adapter does not read them. */
  readonly code?: string
  readonly link?: string
  /** What an e-mail has besides. */
  readonly mail?: Mail
}

export type Mail = {
  readonly subject: string
  readonly html: string
  /** Display name and address, `Acme <no-reply@acme.example>`. */
  readonly from: string
  /** The address bounces go to; it names the record and proves that we wrote it. */
  readonly returnPath: string
  /** The tenant's picture, which the HTML shows by its id. */
  readonly logo?: MailPicture
  /** `<record.attempt@domain>`: equal for every try of one attempt. */
  readonly messageId: string
}

export type MailPicture = {
  /** `image/png`. */
  readonly mediaType: string
  readonly base64: string
  readonly cid: string
}

export type SendContext = {
  readonly transactionId: string
  /** Travels with the message and comes back with its callbacks (`rid`). */
  readonly recordId: string
  /** From 1; 0 of the message that helps with an answer. */
  readonly attempt: number
  /** The idempotency key of this attempt, where the vendor takes one. */
  readonly attemptId: string
  readonly signal: AbortSignal
}

/** What is known after a try. `code` is one of ours (`twilio-21211`), never a text of the vendor. */
export type SendOutcome =
  | {
      readonly kind: 'accepted'
      readonly providerMsgId: string
      /** The vendor has no event for it: accepted is sent. */
      readonly initial?: 'sent'
      /** Taken, but kept back by the vendor for a while. */
      readonly held?: boolean
      /** The address as the vendor resolved it (Meta's `wa_id`). Sealed, never in a history. */
      readonly resolvedAddress?: string
      /** How WhatsApp names the recipient to who may not see the number. */
      readonly userId?: string
      readonly costMicros?: number
    }
  | {
      readonly kind: 'rejected'
      readonly class: RefusalClass
      readonly code: string
    }
  | {
      readonly kind: 'deferred'
      /** `account`: our own access is at fault, an operator must look, and it is tried again meanwhile. */
      readonly class: 'rate' | 'transient' | 'account'
      readonly code: string
      readonly retryAfterMs?: number
    }
  /** It may have been taken. Never repeated blindly. */
  | { readonly kind: 'uncertain'; readonly cause: 'timeout' | 'reset' | 'http5xx' }

export type MessagingAccount = {
  /** The account's name in the configuration; stands in the journal: `twilio-main`, `sandbox-sms`. */
  readonly id: string
  /** `twilio`, `smtp`: the folder of its adapter. */
  readonly vendor: string
  readonly channels: readonly Channel[]
  /** Whom the person sees and answers to, per channel, as its inbound events name it. */
  readonly senders: Readonly<Partial<Record<Channel, string>>>
  /** What its vendor has approved for a message, `pt-BR` where it has no other language; its wording, if known. */
  approvedFor?(template: string, language: string): Approved | undefined
  /** Those by which it asks questions. */
  ownTemplates?(): readonly TemplateName[]
  /** The vendor's name of the template of a message. */
  templateFor?(template: string, language: string): TemplateName | undefined
  /** What its vendor says of each template by which it sends. Rejects when it cannot be asked now. */
  readTemplates?(signal: AbortSignal): Promise<readonly TemplateReport[]>
  /** Whether a question on WhatsApp goes without a template to who has written within a day. */
  readonly freeForm?: boolean
  /** What a message of a channel costs where the vendor does not say, in millionths; an SMS by its parts. */
  readonly priceMicros?: Readonly<Partial<Record<Channel, number>>>
  /** Nobody can answer its SMS: it carries tokens, and never a question. */
  readonly oneWay?: boolean
  /** Whether its vendor says what a message has cost: in its reports, or when it is asked a while later. */
  readonly saysPrice?: 'reported' | 'asked'
  /** Several tenants can send from it: an answer may need the record's reply code. */
  readonly shared: boolean
  readonly repeat: Repeat
  /** Sends once. Resolves with every outcome; whatever the vendor does, it does not reject. */
  send(message: OutboundMessage, ctx: SendContext): Promise<SendOutcome>
  /**
   * Whether an attempt left, where the vendor can be asked; `since` is when it was claimed, epoch ms of wall time.
   * Rejects when the vendor cannot be asked now. Without it a lost answer stays uncertain.
   */
  lookUp?(
    message: OutboundMessage,
    ctx: SendContext & {
      readonly since: number
      /** Whether a message of the vendor is known already, as another attempt's. */
      readonly isKnown?: (providerMsgId: string) => Promise<boolean>
      /** Whether another attempt there has no outcome either, so that the text cannot distinguish them. */
      readonly isContested?: () => Promise<boolean>
    },
  ): Promise<{ readonly providerMsgId: string } | 'absent' | 'unknown'>
  /**
   * What the vendor knows of a message that it has taken, where it can be asked; undefined: nothing new. Rejects
   * when it cannot be asked now.
   */
  status?(
    message: {
      readonly providerMsgId: string
      readonly recordId: string
      readonly attempt: number
    },
    signal: AbortSignal,
  ): Promise<Reported | undefined>
  /** Deletes a message at the vendor; what is not there any more is deleted. Rejects when it cannot be done now. */
  erase?(providerMsgId: string, signal: AbortSignal): Promise<void>
  /**
   * What a person has written to a sender of ours from `since` to `until` (epoch ms of wall time), where it can be
   * asked for: answers whose webhook was lost. Rejects when it cannot be asked now.
   */
  listAnswers?(
    asked: {
      readonly channel: Channel
      /** E.164. */
      readonly from: string
      readonly since: number
      readonly until: number
    },
    signal: AbortSignal,
  ): Promise<readonly Extract<VendorEvent, { kind: 'inbound' }>[]>
  /** Whether this account's vendor signed the request. */
  verifyWebhook(request: RawRequest): boolean | Promise<boolean>
  /** Of a verified request that asks to be confirmed; rejects when that cannot be done now. */
  confirmWebhook?(request: RawRequest): Promise<void>
  /** Of a verified request; what is not understood is left out. Throws for a body that is not the vendor's form. */
  parseWebhook(request: RawRequest): VendorEvent[]
  /** Where a vendor proves a webhook by a GET first: its answer; undefined when the token is not ours. */
  handshake?(query: URLSearchParams): string | undefined
  /** Sandbox alone: called when a record that it carried has expired. */
  expired?(message: OutboundMessage, ctx: SendContext): Promise<void>
}

/** The accounts of a deployment. A sandbox transaction never meets a live one. */
export type MessagingAccounts = {
  /** In the order in which they are tried. */
  list(
    owner: { readonly tenant: string; readonly mode: 'sandbox' | 'live' },
    channel: Channel,
  ): readonly MessagingAccount[]
  /** Every account of a vendor, all tenants' and the sandbox's: one of them must have signed a callback. */
  ofVendor(vendor: string): readonly MessagingAccount[]
  find(id: string): MessagingAccount | undefined
  /** Every account of the configuration. */
  live(): readonly MessagingAccount[]
}
