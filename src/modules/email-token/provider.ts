import type { SendResult } from './send-result.ts'

/** A message ready to send. Personal data and the code: it is made in an activity and ends there. */
export type OutboundEmail = {
  /** One bare address, without display name. */
  readonly to: string
  /** Display name and address, `Acme <no-reply@acme.example>`. */
  readonly from: string
  /** The address bounces go to; it names the record and proves that we wrote it. */
  readonly returnPath: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** `<record.attempt@domain>`: equal for every try of one attempt. */
  readonly messageId: string
  readonly language: 'pt' | 'en'
  /** For the sandbox's list of messages; a live adapter does not read them. */
  readonly code: string
  readonly link: string
}

export type SendContext = {
  readonly transactionId: string
  readonly recordId: string
  /** From 1. */
  readonly attempt: number
  /** The idempotency key of this attempt, where the provider takes one. */
  readonly attemptId: string
  readonly signal: AbortSignal
}

export type EmailProvider = {
  /** Stands in the journal: `smtp`, `sandbox`. */
  readonly id: string
  /** Sends once. Resolves with every outcome; whatever the provider does, it does not reject. */
  send(message: OutboundEmail, ctx: SendContext): Promise<SendResult>
  /** Whether an attempt left, where that can be proved. Rejects when it cannot be asked now. */
  lookup?(attemptId: string): Promise<'sent' | 'absent'>
}

/** What a delivery report says of a message of ours. */
export type DeliveryReport = { readonly recordId: string; readonly bounced: boolean }
