// What the sandbox stores of a message instead of sending it, types only.
import type { SendContext } from '#src/messaging/challenges/port.ts'
import type { PhoneMessage } from './phone.ts'
import type { PostCallback } from './courier.ts'

type Shown = {
  readonly text: string
  readonly code?: string
  readonly link?: string
}

/** `attemptId` is unique: keeping the same one again changes nothing. */
export type SandboxDelivery = Pick<SendContext, 'transactionId' | 'attemptId'> &
  (
    | {
        readonly channel: 'email'
        readonly content: Shown & {
          readonly to: string
          readonly subject: string
          readonly html: string
        }
      }
    | {
        readonly channel: PhoneMessage['channel']
        readonly content: Shown & Omit<PhoneMessage, 'channel'>
      }
  )

export type SandboxStore = {
  readonly keep: (delivery: SandboxDelivery) => Promise<void>
  readonly find: (attemptId: string) => Promise<boolean>
}

export type SandboxOptions = SandboxStore & {
  readonly post: PostCallback
  /** What callbacks are signed for, whatever address they are posted to. */
  readonly publicBaseUrl: string
  /** What callbacks are signed with, the current one first; those before a rotation are still believed. */
  readonly secrets: (vendor: 'twilio' | 'meta') => readonly [string, ...string[]]
  /** Who e-mails are from. */
  readonly emailFrom: string
  /** How long the magic ending 0010 hangs. */
  readonly hangMs?: number
  /** By how much the vendors' waits are longer; 0: they do not wait. */
  readonly pace?: number
}
