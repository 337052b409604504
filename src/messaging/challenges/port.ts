// The port of messaging vendors (types only). An adapter serves one account of one vendor, and turns vendors’ errors
// into our own codes, because their texts quote numbers.

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

/** A message ready to send. It holds personal data and the code, so it exists only in the task that sends it. */
export type OutboundMessage = {
  readonly channel: Channel
  /** A phone number in E.164, `+5511987654321`; for e-mail an address without display name. */
  readonly to: string
  /** The whole message as the person reads it. */
  readonly text: string
  /** `pt-BR` or `en`. */
  readonly language: string
  /** The options that can be tapped or typed; `payload` is signed and comes back with a tap. */
  readonly options?: readonly {
    readonly option: number
    readonly label: string
    readonly payload: string
    /** The text that a person types for this option, if that is more than its number. */
    readonly typed?: string
  }[]
  /** The values for the variables of the vendor’s approved template, in its order. */
  readonly variables: readonly string[]
  /** The name of the template, which is that of the capability: `sms-token`, `whatsapp-2fa`. */
  readonly template: string
  /** For how many seconds the message is worth delivering. */
  readonly validSeconds: number
  /** The session window is open, so WhatsApp takes the message without a template. */
  readonly isFree?: boolean
  /** For the sandbox’s list of messages; live adapters do not read code and link. */
  readonly code?: string
  readonly link?: string
  /** The further parts of an e-mail. */
  readonly mail?: Mail
}

export type Mail = {
  readonly subject: string
  readonly html: string
  /** Display name and address, `Acme <no-reply@acme.example>`. */
  readonly from: string
  /** The bounce address; it names the record, with a signature that proves that we wrote it. */
  readonly returnPath: string
  /** The tenant’s logo, which the HTML refers to by its content id. */
  readonly logo?: MailPicture
  /** `<record.attempt@domain>`: the same for every try of one attempt. */
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
  /** Sent along with the message, and returned by its callbacks (`rid`). */
  readonly recordId: string
  /** Attempts are counted from 1; 0 and below are help messages. */
  readonly attempt: number
  /** The idempotency key of this attempt, where the vendor takes one. */
  readonly attemptId: string
  readonly signal: AbortSignal
}

/** The result of a call. `code` is one of our own (`twilio-21211`), never a text of the vendor. */
export type SendOutcome =
  | {
      readonly kind: 'accepted'
      readonly providerMsgId: string
      /** Set where the vendor reports no sending, so that accepted counts as sent. */
      readonly initial?: 'sent'
      /** Accepted, but held back by the vendor for a while. */
      readonly held?: boolean
      /** The address as the vendor resolved it (Meta’s `wa_id`). Sealed, never in a history. */
      readonly resolvedAddress?: string
      /** WhatsApp’s id of a recipient who hides the phone number. */
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
      /** `account`: our own access is at fault, which an operator must repair; the attempt is repeated meanwhile. */
      readonly class: 'rate' | 'transient' | 'account'
      readonly code: string
      readonly retryAfterMs?: number
    }
  /** The vendor may have accepted the message, so it is never repeated blindly. */
  | { readonly kind: 'uncertain'; readonly cause: 'timeout' | 'reset' | 'http5xx' }

export type MessagingAccount = {
  /** The account’s name in the configuration and the journal: `twilio-main`, `sandbox-sms`. */
  readonly id: string
  /** `twilio`, `smtp`: the folder of its adapter. */
  readonly vendor: string
  readonly channels: readonly Channel[]
  /** The sender that the person sees and replies to, by channel, as inbound events name it. */
  readonly senders: Readonly<Partial<Record<Channel, string>>>
  /**
   * The vendor’s approved template of a message, with its wording if known; `pt-BR` where there is no other language.
   */
  approvedFor?(template: string, language: string): Approved | undefined
  /** The vendor's templates that the account uses for questions. */
  ownTemplates?(): readonly TemplateName[]
  /** The vendor’s name of the template of a message. */
  templateFor?(template: string, language: string): TemplateName | undefined
  /** The vendor’s state of each template with which it sends. Rejects when the vendor cannot be asked now. */
  readTemplates?(signal: AbortSignal): Promise<readonly TemplateReport[]>
  /** Whether WhatsApp questions are sent without a template while the session window is open. */
  readonly freeForm?: boolean
  /** The price of a message by channel where the vendor does not report it, in millionths; SMS per part. */
  readonly priceMicros?: Readonly<Partial<Record<Channel, number>>>
  /** Nobody can reply to an SMS of this account, so it sends tokens but no questions. */
  readonly oneWay?: boolean
  /** How the vendor reports the cost of a message: in its reports, or on request some time later. */
  readonly saysPrice?: 'reported' | 'asked'
  /** Several tenants can send from it, so a reply may need the record’s reply code. */
  readonly shared: boolean
  readonly repeat: Repeat
  /** Sends once. Resolves with every outcome; it never rejects, whatever the vendor does. */
  send(message: OutboundMessage, ctx: SendContext): Promise<SendOutcome>
  /**
   * Asks the vendor whether an attempt was sent; `since` is the time of its claim (epoch ms of wall time). Rejects when
   * the vendor cannot be asked now. Without this method a lost answer stays uncertain.
   */
  lookUp?(
    message: OutboundMessage,
    ctx: SendContext & {
      readonly since: number
      /** Whether the vendor’s message is already known as that of another attempt. */
      readonly isKnown?: (providerMsgId: string) => Promise<boolean>
      /**
       * Whether a second attempt with the same account has an unknown outcome too: a vendor that finds messages by their
       * text cannot say which of the two was sent.
       */
      readonly isContested?: () => Promise<boolean>
    },
  ): Promise<{ readonly providerMsgId: string } | 'absent' | 'unknown'>
  /**
   * Asks for the state of an accepted message; undefined when there is nothing new. Rejects when the vendor cannot be
   * asked now.
   */
  status?(
    message: {
      readonly providerMsgId: string
      readonly recordId: string
      readonly attempt: number
    },
    signal: AbortSignal,
  ): Promise<Reported | undefined>
  /**
   * Deletes a message at the vendor; one that no longer exists counts as deleted. Rejects when that cannot be done now.
   */
  erase?(providerMsgId: string, signal: AbortSignal): Promise<void>
  /**
   * Lists what a person wrote to one of our senders from `since` to `until` (epoch ms of wall time): replies whose
   * webhook was lost. Rejects when the vendor cannot be asked now.
   */
  listAnswers?(
    asked: {
      readonly channel: Channel
      /** The person’s number in E.164. */
      readonly from: string
      readonly since: number
      readonly until: number
    },
    signal: AbortSignal,
  ): Promise<readonly Extract<VendorEvent, { kind: 'inbound' }>[]>
  /** Whether this account’s vendor signed the request. */
  verifyWebhook(request: RawRequest): boolean | Promise<boolean>
  /** Confirms a subscription for which a verified request asks; rejects when that cannot be done now. */
  confirmWebhook?(request: RawRequest): Promise<void>
  /**
   * The events of a verified request; unknown ones are left out. Throws for a body that is not in the vendor’s format.
   */
  parseWebhook(request: RawRequest): VendorEvent[]
  /** The answer to a vendor’s GET that checks the webhook first; undefined when the token is not ours. */
  handshake?(query: URLSearchParams): string | undefined
  /** For the sandbox only: called when a record that it sent has expired. */
  expired?(message: OutboundMessage, ctx: SendContext): Promise<void>
}

/** The accounts of a deployment. Sandbox transactions get sandbox accounts only. */
export type MessagingAccounts = {
  /** Lists the accounts of a tenant for a channel in the order in which they are tried. */
  list(
    owner: { readonly tenant: string; readonly mode: 'sandbox' | 'live' },
    channel: Channel,
  ): readonly MessagingAccount[]
  /** Every account of a vendor, over all tenants and the sandbox: one of them must have signed a callback. */
  ofVendor(vendor: string): readonly MessagingAccount[]
  find(id: string): MessagingAccount | undefined
  /** Every account of the configuration. */
  live(): readonly MessagingAccount[]
}
