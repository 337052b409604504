// What the sandbox stores of a message instead of sending it, types only.
import type { SendContext } from '#src/messaging/challenges/port.ts'
import type { PhoneMessage } from './phone.ts'

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
        readonly content: Shown & { readonly to: string; readonly subject: string }
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
