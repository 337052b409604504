// What an account authenticates itself with.
import type { Secret } from './definition/auth.ts'

/** What a request is sent with; `renew`: whether it may be sent again with another, because this one was refused. */
export type Issued = {
  readonly headers: Readonly<Record<string, string>>
  renew(): boolean
}

export type Credentials = {
  /** Undefined: the vendor gives no token now. */
  issue(signal: AbortSignal): Promise<Issued | undefined>
}

export type ReadSecret = (reference: Secret) => string

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
