import type { Principal } from '#src/platform/http/route.ts'

/** The issuer's present answer about a person who is signed in. */
export type Reading = {
  readonly principal: Principal
  /** The token for asking the issuer again; without one, the rights stay until the session ends. */
  readonly refreshToken?: string | undefined
  readonly idToken?: string | undefined
}

/** The data with which the issuer is asked about a session. */
export type Held = { readonly sub: string; readonly refreshToken: string }

/** The issuers at which people sign in, by their names in the configuration. */
export type SessionIssuers = {
  /** `refused`: the issuer no longer accepts the sign-in; `away`: the issuer cannot be asked. */
  read(issuer: string, held: Held): Promise<Reading | 'refused' | 'away'>
  /** The address at which the issuer ends its own session; undefined if it has none or cannot be reached. */
  endUrl(issuer: string, idToken: string): Promise<string | undefined>
}
