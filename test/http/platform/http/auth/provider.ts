// A small OpenID provider: its discovery document, its key set, and a token endpoint, on a port of its own.
import { createServer, type IncomingMessage } from 'node:http'
import { SignJWT } from 'jose'
import { close, listen } from '#test/support/servers/listen.ts'
import { makePair } from '../tokens.ts'

type Pair = Awaited<ReturnType<typeof makePair>>

export type Provider = {
  readonly issuer: string
  readonly jwksUrl: string
  /** How often the key set was asked for. */
  readonly asked: () => number
  /** A token as the provider gives it: by its token endpoint, for a client that it knows. */
  grant(clientId: string): Promise<string>
  /** Signed by the present key, with what a test says of it. */
  sign(claims: object, header?: object): Promise<string>
  /** A new key; the old one is taken out of the set. */
  rotate(): Promise<void>
  /** Nothing is answered any more, or again. */
  away(isAway: boolean): void
  readonly pair: () => Pair
  [Symbol.asyncDispose](): Promise<void>
}

/** The claims of a client's token, without what every token has. */
export type ClientClaims = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export async function startProvider(clients: ClientClaims = {}, alg = 'RS256'): Promise<Provider> {
  let [generation, asked, isAway] = [1, 0, false]
  let pair = await makePair(alg, `key-${generation}`)
  const server = createServer((req, res) => {
    if (isAway) return void req.socket.destroy()
    const answer = (status: number, body: object) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (req.url === '/.well-known/openid-configuration')
      return answer(200, { issuer, jwks_uri: jwksUrl, token_endpoint: `${issuer}/token` })
    if (req.url === '/keys') {
      asked += 1
      return answer(200, { keys: [pair.jwk] })
    }
    if (req.url !== '/token' || req.method !== 'POST') return answer(404, {})
    readForm(req).then(
      async (form) => {
        const claims = clients[form.get('client_id') ?? '']
        if (!claims) return answer(401, { error: 'invalid_client' })
        return answer(200, { access_token: await sign(claims), token_type: 'Bearer' })
      },
      () => answer(500, {}),
    )
  })
  const issuer = `http://127.0.0.1:${await listen(server)}`
  const jwksUrl = `${issuer}/keys`

  async function sign(claims: object, header: object = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ iss: issuer, iat: now, exp: now + 600, ...claims })
      .setProtectedHeader({ alg, kid: pair.jwk.kid ?? '', ...header })
      .sign(pair.privateKey)
  }

  return {
    issuer,
    jwksUrl,
    sign,
    pair: () => pair,
    asked: () => asked,
    async grant(clientId) {
      const discovered = await read(`${issuer}/.well-known/openid-configuration`)
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId })
      const granted = await read(discovered['token_endpoint'] ?? '', { method: 'POST', body })
      return granted['access_token'] ?? ''
    },
    async rotate() {
      generation += 1
      pair = await makePair(alg, `key-${generation}`)
    },
    away(now) {
      isAway = now
    },
    async [Symbol.asyncDispose]() {
      await close(server)
    },
  }
}

async function read(url: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const answer = await fetch(url, init)
  return (await answer.json()) as Record<string, string>
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
