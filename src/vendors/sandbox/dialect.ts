// The interface by which the sandbox simulates a vendor, types only.
import type { MessagingAccount, SendOutcome } from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { PhoneOption } from './phone.ts'
import type { SignedCallback } from './courier.ts'

/** A message that lies on a phone. */
export type Letter = {
  readonly messageId: string
  /** Whom the person sees and answers to. */
  readonly sender: string
  /** The person's number, E.164. */
  readonly phone: string
}

/** `unknown-number` is for ever, `unreachable` may pass. */
export type Report = 'sent' | 'delivered' | 'read' | 'unknown-number' | 'unreachable'

/** What the person chose, or typed. */
export type PhoneAnswer = PhoneOption | { readonly text: string }

export type Dialect = Pick<MessagingAccount, 'id' | 'vendor' | 'verifyWebhook' | 'parseWebhook'> & {
  readonly channel: Exclude<Channel, 'email'>
  /** Whether the vendor can be asked what became of a message. */
  readonly canLookUp: boolean
  readonly refusal: SendOutcome
  readonly tooMany: SendOutcome
  accept(letter: Letter): SendOutcome
  /** A sender of the tenant's own. */
  senderOf(tenant: string): string
  /** The vendor's id of an attempt's message, the same whenever it is asked for. */
  toMessageId(attemptId: string): string
  writeReport(mark: string, letter: Letter, report: Report): SignedCallback
  /** `id` names the event: the same one is the same answer again. */
  writeAnswer(letter: Letter, id: string, answer: PhoneAnswer): SignedCallback
}
