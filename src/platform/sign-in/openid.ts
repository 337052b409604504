// OpenID Connect at one issuer: authorization code with PKCE. openid-client checks the answers (state, `iss`, nonce,
// code verifier, signature and claims of the ID token); this file decides what to request.
import * as openid from 'openid-client'
import type { IssuerConfig, SignInConfig } from '#src/platform/http/auth/issuers.ts'
import { isLoopback } from '#src/platform/loopback.ts'

export type SignInIssuer = IssuerConfig & { readonly signIn: SignInConfig }

/** The values that the browser which began a sign-in must bring back. */
export type Secrets = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

export type Tokens = {
  readonly claims: Claims
  readonly idToken: string | undefined
  readonly refreshToken: string | undefined
}

export type OpenIdClient = {
  /** The address at the issuer to which the browser goes. */
  begin(secrets: Secrets): Promise<string>
  /** Checks the answer in `query` and fetches the tokens; throws what openid-client throws. */
  finish(query: string, secrets: Secrets): Promise<Tokens>
  refresh(refreshToken: string, sub: string): Promise<Tokens>
  endUrl(idToken: string): Promise<string | undefined>
}

export const makeSecrets = (): Secrets => ({
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
})

const timeoutSeconds = 10
/** How long the discovered metadata of the issuer stays valid. */
const discoveredForMs = 3_600_000

/** Sends no request to the issuer until somebody signs in. */
export function createOpenIdClient(issuer: SignInIssuer, pagesUrl: string): OpenIdClient {
  const { scope, userinfo } = issuer.signIn
  const redirectUri = `${pagesUrl}/console/sign-in/at/${issuer.name}/callback`
  let known: { readonly at: number; readonly client: openid.Configuration } | undefined

  async function open(): Promise<openid.Configuration> {
    if (known && performance.now() - known.at < discoveredForMs) return known.client
    const client = await discover(issuer)
    known = { at: performance.now(), client }
    return client
  }

  /** At a refresh an issuer may leave out the ID token; then user information is fetched instead. */
  async function read(
    client: openid.Configuration,
    tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
    sub?: string,
  ): Promise<Tokens> {
    const { access_token, id_token, refresh_token } = tokens
    const said = tokens.claims()
    const subject = said?.sub ?? sub
    // The library accepts an empty subject, and then everybody without one would be the same person.
    if (!subject) throw new openid.ClientError('no subject')
    const more =
      userinfo || !said ? await openid.fetchUserInfo(client, access_token, subject) : undefined
    const claims: Claims = { ...more, ...said, sub: subject }
    return { claims, idToken: id_token, refreshToken: refresh_token }
  }

  return {
    async begin({ state, nonce, verifier }) {
      const parameters = {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      return openid.buildAuthorizationUrl(await open(), parameters).href
    },
    async finish(query, { state, nonce, verifier }) {
      const client = await open()
      const tokens = await openid.authorizationCodeGrant(
        client,
        new URL(`${redirectUri}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      )
      return read(client, tokens)
    },
    async refresh(refreshToken, sub) {
      const client = await open()
      const tokens = await openid.refreshTokenGrant(client, refreshToken)
      const said = await read(client, tokens, sub)
      if (said.claims.sub !== sub) throw new openid.ClientError('another subject')
      return said
    },
    async endUrl(idToken) {
      const client = await open()
      if (client.serverMetadata().end_session_endpoint === undefined) return undefined
      return openid.buildEndSessionUrl(client, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${pagesUrl}/console/signed-out`,
      }).href
    },
  }
}

async function discover({ issuer, signIn }: SignInIssuer): Promise<openid.Configuration> {
  const { clientId, clientSecret } = signIn
  const client = await openid.discovery(
    new URL(issuer),
    clientId,
    {},
    clientSecret === undefined ? openid.None() : bySecret(clientSecret),
    {
      timeout: timeoutSeconds,
      // Also checks the signature of an ID token, although it comes directly from the issuer by TLS.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
  // The library accepts other issuers in some cases (Entra’s `common`), but the issuer must be the configured one, as
  // for tokens of the API.
  if (client.serverMetadata().issuer !== issuer)
    throw new openid.ClientError('the discovered issuer is another')
  return client
}

/**
 * Sends the secret in the way that the issuer's metadata names, by default in the header (OpenID Connect Discovery 1.0,
 * 3).
 */
const bySecret =
  (secret: string): openid.ClientAuth =>
  (server, ...more) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const take = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(secret)
      : openid.ClientSecretPost(secret)
    return take(server, ...more)
  }

/** Whether the issuer could not answer, rather than refused. */
export function isAway(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500
  if (error instanceof openid.AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(error.error)
  // `fetch` throws a TypeError with a cause if the server cannot be reached; the library’s own TypeErrors have no
  // cause.
  if (error instanceof TypeError) return error.cause !== undefined
  if (!(error instanceof openid.ClientError)) return false
  return ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(error.code ?? '')
}

/** The reason for the log: the library’s code, or the error code of OAuth 2.0 (RFC 6749, 4.1.2.1 and 5.2). */
export function reasonOf(error: unknown): string {
  if (
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.AuthorizationResponseError
  )
    return words.includes(error.error) ? error.error : 'error-of-issuer'
  if (error instanceof openid.ClientError) return error.code ?? 'client-error'
  return isAway(error) ? 'no-answer' : 'unforeseen'
}

const words = [
  'invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client',
  'unsupported_grant_type', 'invalid_scope', 'access_denied', 'unsupported_response_type',
  'server_error', 'temporarily_unavailable', 'login_required', 'consent_required',
  'interaction_required',
] // prettier-ignore
