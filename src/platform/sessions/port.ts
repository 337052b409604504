import type { Principal } from '#src/platform/http/route.ts'

/** What an issuer says of somebody who is signed in. */
export type Reading = {
  readonly principal: Principal
  /** By which it is asked again; without one what it said stands until the session ends. */
  readonly refreshToken?: string | undefined
  readonly idToken?: string | undefined
}

/** What a session holds of its issuer. */
export type Held = { readonly sub: string; readonly refreshToken: string }

/** The issuers at which people sign in, by their names in the configuration. */
export type SessionIssuers = {
  /** `refused`: the person may sign in no longer; `away`: nobody can say. */
  read(issuer: string, held: Held): Promise<Reading | 'refused' | 'away'>
  /** Where the issuer ends its own session; undefined where it offers nothing of the kind, or is away. */
  endUrl(issuer: string, idToken: string): Promise<string | undefined>
}
