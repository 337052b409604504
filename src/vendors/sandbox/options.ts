// What the sandbox of vendors is made with.
import type { PostCallback } from './courier.ts'
import type { SandboxStore } from './delivery.ts'
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
