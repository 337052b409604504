// What vendors say of messages, by answers and by callbacks, as the adapters tell it; types only.
import type { InboundForm } from '#src/messaging/wire/form.ts'

/** `account` and `rate` at first acceptance: surely not taken, so the next in the list may try. */
export type FailureClass =
  /** There is no such recipient. */
  | 'recipient'
  /** Not now, and sent again at once not either: another number may do, and this one is not given up. */
  | 'recipient-later'
  /** Its carrier was not found, as after a port: another account may route it. */
  | 'unrouted'
  | 'recipient-transient'
  | 'optout'
  /** Refused for a reason that we do not know: the next account may take it. */
  | 'unknown'
  | 'content'
  /** WhatsApp takes nothing but a template there: the same as one. */
  | 'window'
  | 'account'
  | 'fraud'
  | 'rate'
  | 'transient'
  /** A mail came back. Nothing is tried again. */
  | 'bounced'

/** Of a refusal that is final for this attempt. */
export type RefusalClass = Exclude<
  FailureClass,
  'recipient-transient' | 'rate' | 'transient' | 'bounced'
>

export type DeliveryStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'

/** One event that a vendor reports. Times are epoch milliseconds of wall time, where it gives them. */
export type VendorEvent =
  | {
      readonly kind: 'status'
      /** Equal for every repetition of this event; unique within the account. */
      readonly dedupeKey: string
      readonly providerMsgId: string
      /** Our record and its attempt, where they travelled with the message. */
      readonly recordId?: string
      readonly attempt?: number
      /** Stored with the event in the inbox, whence its name. */
      readonly fact: DeliveryStatus
      readonly failure?: { readonly class: FailureClass; readonly code: string }
      /** What the message has cost, in millionths, where the report says so; 0: it was free. */
      readonly costMicros?: number
      /** How WhatsApp names the recipient to who may not see the number. */
      readonly userId?: string
      readonly at?: number
    }
  | {
      readonly kind: 'inbound'
      readonly dedupeKey: string
      /** E.164 as far as the vendor gives a number. */
      readonly from: string
      /** How WhatsApp names who wrote, beside a number or instead of it. */
      readonly userId?: string
      /** Our sender that it came to. */
      readonly to: string
      readonly text?: string
      /** What is neither typed nor tapped. */
      readonly form?: InboundForm
      /** Where the vendor itself has recognised an opt-out or an opt-in. */
      readonly wish?: 'opt-out' | 'opt-in'
      /** Of a button that was tapped. */
      readonly payload?: string
      /** The message of ours that it answers. */
      readonly repliesTo?: string
      readonly at?: number
    }
  /** A mail came back, or its person complained; the address that it came back to has proved which record it was of. */
  | {
      readonly kind: 'bounce'
      readonly dedupeKey: string
      readonly recordId: string
      /** The enhanced status code of the refusal, `5.1.1`; a complaint has none. */
      readonly status?: string
      /** The person has complained about the mail; it did arrive. */
      readonly isComplaint?: true
      readonly at?: number
    }
  | Notice

/** What is about no message: an approved template as its vendor judges it now, or the account itself. */
export type Notice =
  | ({
      readonly kind: 'template'
      readonly dedupeKey: string
      readonly at?: number
    } & TemplateReport)
  | {
      readonly kind: 'account'
      readonly dedupeKey: string
      /** What it is about, and the vendor's words for it: names in capitals, never a text. */
      readonly topic: string
      readonly codes: readonly string[]
      readonly at?: number
    }

export type TemplateName = {
  readonly name: string
  /** As the vendor writes it, `pt_BR`. */
  readonly language: string
}

/** What is left out was not said. */
export type TemplateReport = TemplateName & {
  /** Whether messages can be sent by it. */
  readonly isUsable?: boolean
  /** In small letters, `paused`; ours are `missing` and `other-variables`. */
  readonly status?: string
  /** `UTILITY`, `MARKETING`. */
  readonly category?: string
  /** `GREEN`, `RED`. */
  readonly quality?: string
  /** For how long the vendor tries to deliver what is sent by it. */
  readonly ttlSeconds?: number
}

/** Of one message: what happened, as its callbacks would have said, and what it cost. */
export type Reported = {
  readonly events: readonly Extract<VendorEvent, { kind: 'status' }>[]
  readonly costMicros?: number
}
