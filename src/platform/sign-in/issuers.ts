// The issuers at which people sign in, and the principals that follow from their claims.
import { type NameHash, readPrincipal } from '#src/platform/http/auth/claims.ts'
import type { IssuerConfig } from '#src/platform/http/auth/issuers.ts'
import { isScope } from '#src/platform/http/auth/scopes-schema.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { SessionIssuers } from '#src/platform/sessions/port.ts'
import {
  createOpenIdClient,
  isAway,
  type OpenIdClient,
  type SignInIssuer,
  type Tokens,
} from './openid.ts'

export type SignInAt = {
  readonly name: string
  readonly label: string
  readonly client: OpenIdClient
  /** Undefined if the claims exceed what the issuer may assert, or give no right at all. */
  toPrincipal(tokens: Tokens): Principal | undefined
}

export type SignInIssuers = SessionIssuers & {
  readonly all: readonly SignInAt[]
}

type Settings = { readonly pagesUrl: string; readonly hash: NameHash }

/** Opens the configured issuers with `signIn`, without a request to any of them. */
export function createSignInIssuers(
  configs: readonly IssuerConfig[],
  { pagesUrl, hash }: Settings,
): SignInIssuers {
  const all = configs.filter(hasSignIn).map((config) => ({
    name: config.name,
    label: config.signIn.label ?? config.name,
    client: createOpenIdClient(config, pagesUrl),
    toPrincipal: ({ claims }: Tokens) => principalOf(config, claims, hash),
  }))
  const find = (issuer: string) => all.find(({ name }) => name === issuer)
  return {
    all,
    async read(issuer, { refreshToken, sub }) {
      const at = find(issuer)
      // The issuer is no longer configured.
      if (!at) return 'refused'
      try {
        const tokens = await at.client.refresh(refreshToken, sub)
        const principal = at.toPrincipal(tokens)
        const { refreshToken: next, idToken } = tokens
        return principal ? { principal, refreshToken: next, idToken } : 'refused'
      } catch (error) {
        return isAway(error) ? 'away' : 'refused'
      }
    },
    endUrl: async (issuer, idToken) =>
      find(issuer)
        ?.client.endUrl(idToken)
        .catch(() => undefined),
  }
}

const hasSignIn = (config: IssuerConfig): config is SignInIssuer => config.signIn !== undefined

/** Reads the claims like those of a token that the issuer gave to our own client. */
function principalOf(
  config: SignInIssuer,
  claims: Tokens['claims'],
  hash: NameHash,
): Principal | undefined {
  const { clientId, required = config.required } = config.signIn
  const own = { ...config, required, claims: { ...config.claims, client: ['azp'] } }
  const principal = readPrincipal(own, { ...claims, azp: clientId }, hash)
  return principal && [...principal.scopes].some(isScope) ? principal : undefined
}
