// The interface by which the sandbox simulates a vendor, types only.
import type { MessagingAccount, SendOutcome } from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { PhoneOption } from './phone.ts'
import type { SignedCallback } from './courier.ts'

/** A message on the sandbox's phone. */
export type Letter = {
  readonly messageId: string
  /** The sender that the person sees and answers to. */
  readonly sender: string
  /** The person's number in E.164. */
  readonly phone: string
}

/** `unknown-number` is final, `unreachable` may pass. */
export type Report = 'sent' | 'delivered' | 'read' | 'unknown-number' | 'unreachable'

/** The option that the person chose, or the text that they typed. */
export type PhoneAnswer = PhoneOption | { readonly text: string }

export type Dialect = Pick<MessagingAccount, 'id' | 'vendor' | 'verifyWebhook' | 'parseWebhook'> & {
  readonly channel: Exclude<Channel, 'email'>
  /** Whether the vendor can be asked for the outcome of a message. */
  readonly canLookUp: boolean
  readonly refusal: SendOutcome
  readonly tooMany: SendOutcome
  accept(letter: Letter): SendOutcome
  /** The sender that belongs to the tenant alone. */
  senderOf(tenant: string): string
  /** The vendor's message id of an attempt, which is always the same. */
  toMessageId(attemptId: string): string
  writeReport(mark: string, letter: Letter, report: Report): SignedCallback
  /** `id` names the event; the same id repeats the same answer. */
  writeAnswer(letter: Letter, id: string, answer: PhoneAnswer): SignedCallback
}
