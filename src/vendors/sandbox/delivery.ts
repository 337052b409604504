// The messages that the sandbox stores instead of sending; types only.
import type { SendContext } from '#src/messaging/challenges/port.ts'
import type { PhoneMessage } from './phone.ts'
import type { PostCallback } from './courier.ts'

type Shown = {
  readonly text: string
  readonly code?: string
  readonly link?: string
}

/** `attemptId` is unique, so storing the same one again changes nothing. */
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
  /** The public address that callbacks are signed for, whatever address they are posted to. */
  readonly publicBaseUrl: string
  /** The secrets that sign callbacks, the current one first; those from before a rotation are still accepted. */
  readonly secrets: (vendor: 'twilio' | 'meta') => readonly [string, ...string[]]
  /** The sender of e-mails. */
  readonly emailFrom: string
  /** How long the magic ending 0010 delays its answer. */
  readonly hangMs?: number
  /** The factor by which the vendors' waits are longer; 0 means no waits. */
  readonly pace?: number
}
