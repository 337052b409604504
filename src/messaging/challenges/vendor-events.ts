// The vendors' reports about messages, in answers and callbacks, as adapters translate them (types only).
import type { InboundForm } from '#src/messaging/wire/form.ts'

/**
 * The class of a failure. `account` and `rate` at first acceptance mean that the message was not taken, so the next
 * account may try.
 */
export type FailureClass =
  /** The recipient does not exist. */
  | 'recipient'
  /**
   * The recipient is unreachable now, and an immediate retry would fail too: another number may be tried, and this one
   * stays usable later.
   */
  | 'recipient-later'
  /** The carrier of the number was not found, as after a port: another account may route it. */
  | 'unrouted'
  | 'recipient-transient'
  | 'optout'
  /** Refused for a reason that we do not know: the next account may accept it. */
  | 'unknown'
  | 'content'
  /** WhatsApp requires a template because the session window is closed: the message is repeated with one. */
  | 'window'
  | 'account'
  | 'fraud'
  | 'rate'
  | 'transient'
  /** A mail bounced; nothing is retried. */
  | 'bounced'

/** The classes of a refusal that is final for this attempt. */
export type RefusalClass = Exclude<
  FailureClass,
  'recipient-transient' | 'rate' | 'transient' | 'bounced'
>

export type DeliveryStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'

/** One event that a vendor reports. Times are epoch ms of wall time, where the vendor gives them. */
export type VendorEvent =
  | {
      readonly kind: 'status'
      /** Equal for every repetition of this event; unique within the account. */
      readonly dedupeKey: string
      readonly providerMsgId: string
      /** Our record and attempt, where they were sent along with the message. */
      readonly recordId?: string
      readonly attempt?: number
      readonly deliveryStatus: DeliveryStatus
      readonly failure?: { readonly class: FailureClass; readonly code: string }
      /** The cost of the message in millionths, where the report has it; 0 means free. */
      readonly costMicros?: number
      /** WhatsApp’s id of a recipient who hides the phone number. */
      readonly userId?: string
      readonly at?: number
    }
  | {
      readonly kind: 'inbound'
      readonly dedupeKey: string
      /** The person’s number in E.164, if the vendor gives one. */
      readonly from: string
      /** WhatsApp’s id of the person, besides the number or in place of it. */
      readonly userId?: string
      /** Our sender to which the reply was sent. */
      readonly to: string
      readonly text?: string
      /** The form of a message that is neither typed nor tapped. */
      readonly form?: InboundForm
      /** Set where the vendor itself has recognised an opt-out or an opt-in. */
      readonly wish?: 'opt-out' | 'opt-in'
      /** The payload of the button that was tapped. */
      readonly payload?: string
      /** The vendor’s id of our message to which it replies. */
      readonly repliesTo?: string
      readonly at?: number
    }
  /** A mail bounced, or the person complained; the bounce address has proved which record it belongs to. */
  | {
      readonly kind: 'bounce'
      readonly dedupeKey: string
      readonly recordId: string
      /** The enhanced status code of the bounce, `5.1.1`; absent for a complaint. */
      readonly status?: string
      /** The person complained about the mail, which did arrive. */
      readonly isComplaint?: true
      readonly at?: number
    }
  | Notice

/** An event that is not about a message: the state of an approved template, or of the account. */
export type Notice =
  | ({
      readonly kind: 'template'
      readonly dedupeKey: string
      readonly at?: number
    } & TemplateReport)
  | {
      readonly kind: 'account'
      readonly dedupeKey: string
      /** The topic of the notice, and the vendor’s codes for it: names in capitals, never free text. */
      readonly topic: string
      readonly codes: readonly string[]
      readonly at?: number
    }

export type TemplateName = {
  readonly name: string
  /** In the vendor’s notation, `pt_BR`. */
  readonly language: string
}

/** The state of a template; missing fields were not reported. */
export type TemplateReport = TemplateName & {
  /** Whether messages can be sent with the template. */
  readonly isUsable?: boolean
  /** In lower case, such as `paused`; `missing` and `other-variables` are our own. */
  readonly status?: string
  /** `UTILITY`, `MARKETING`. */
  readonly category?: string
  /** `GREEN`, `RED`. */
  readonly quality?: string
  /** For how long the vendor tries to deliver messages of this template. */
  readonly ttlSeconds?: number
}

/** The reported events and cost of one message, when the vendor was asked for them. */
export type Reported = {
  readonly events: readonly Extract<VendorEvent, { kind: 'status' }>[]
  readonly costMicros?: number
}
