// The credentials that an account sends.
import type { Secret } from './definition/auth.ts'

/** The headers for a request. `renew` says, after a refusal, whether it may be sent again with new ones. */
export type Issued = {
  readonly headers: Readonly<Record<string, string>>
  renew(): boolean
}

export type Credentials = {
  /** Undefined when the vendor gives no token now. */
  issue(signal: AbortSignal): Promise<Issued | undefined>
}

export type ReadSecret = (reference: Secret) => string

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
