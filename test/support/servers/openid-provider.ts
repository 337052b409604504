// A real OpenID provider (oidc-provider) on a port of its own. Whoever is at its keyboard signs in without a word.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { close, listen } from './listen.ts'

export type Person = Readonly<Record<string, unknown>>

export type OpenIdProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Claims by subject: who is taken out is known no longer. */
  readonly people: Map<string, Person>
  /** Who signs in next. */
  atKeyboard: string
  /** Whether a client gets a refresh token. */
  givesRefreshTokens: boolean
  /** How often tokens were asked for. */
  readonly granted: () => number
  /** Nothing is answered any more, or again. */
  isAway: boolean
  [Symbol.asyncDispose](): Promise<void>
}

const clientId = 'console'
const clientSecret = 'a-secret-of-the-console-at-its-issuer'
const claims = ['name', 'tenant', 'mode', 'roles']
const lives = { AccessToken: 600, AuthorizationCode: 60, Grant: 3_600, IdToken: 600, Interaction: 600, RefreshToken: 3_600, Session: 3_600 } // prettier-ignore

/** `redirectUris`: those of the client, and where a sign-out leads back to. */
export async function startOpenIdProvider(
  redirectUris: string[],
  signedOutUri: string,
): Promise<OpenIdProvider> {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  let granted = 0
  let handle: ((req: IncomingMessage, res: ServerResponse) => unknown) | undefined
  const server = createServer((req, res) => {
    if (made.isAway) return void req.socket.destroy()
    if (req.url === '/token') granted += 1
    if (!req.url?.startsWith('/interaction/')) return void handle?.(req, res)
    provider
      .interactionFinished(req, res, { login: { accountId: made.atKeyboard } })
      .catch(() => res.writeHead(500).end())
  })
  const issuer = `http://127.0.0.1:${await listen(server)}`
  const made: OpenIdProvider = {
    issuer,
    clientId,
    clientSecret,
    people: new Map(),
    atKeyboard: '',
    givesRefreshTokens: false,
    granted: () => granted,
    isAway: false,
    async [Symbol.asyncDispose]() {
      await close(server)
    },
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: [signedOutUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], profile: claims },
    conformIdTokenClaims: false,
    ttl: lives,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => made.givesRefreshTokens,
    async findAccount(_, sub) {
      const person = made.people.get(sub)
      return person && { accountId: sub, claims: async () => ({ ...person, sub }) }
    },
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      if (accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  })
  handle = provider.callback()
  return made
}
