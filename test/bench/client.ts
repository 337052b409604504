// A lean HTTP client: the load must not be what limits a measure.
import { Agent, request } from 'node:http'
import { SignJWT } from 'jose'
import type { Mode } from '#src/transaction/rules.ts'
import type { Stage } from './stage.ts'

export type Sent = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Answered = { readonly status: number; readonly text: string }

export type Client = {
  /** Rejects for every status but the expected one. */
  call<T>(method: 'GET' | 'POST', path: string, expected: number, sent?: Sent): Promise<T>
}

type Exchange = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Answered>

/**
 * Sends a request over connections that stay open; a body comes with its own type. A server may close one
 * that rested just when it is used again: then the request, which must bear it, is sent again.
 */
export function createExchange(url: string): Exchange {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)
  return function exchange(method, path, headers, body) {
    return new Promise((resolve, reject) => {
      const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
      const sent = { agent, hostname, port, method, path, headers: { ...headers, ...length } }
      const asked = request(sent, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = asked.reusedSocket && error.code === 'ECONNRESET'
        if (wasClosed) resolve(exchange(method, path, headers, body))
        else reject(error)
      })
      asked.end(body)
    })
  }
}

export async function createClient(
  { jwtSecret }: Stage,
  url: string,
  mode: Mode = 'sandbox',
): Promise<Client> {
  const exchange = createExchange(url)
  const authorization = `Bearer ${await signToken(jwtSecret, mode)}`
  return {
    async call<T>(
      method: 'GET' | 'POST',
      path: string,
      expected: number,
      { body, headers }: Sent = {},
    ) {
      const json = body === undefined ? undefined : JSON.stringify(body)
      const sent = {
        authorization,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }
      const { status, text } = await exchange(method, path, sent, json)
      if (status !== expected) throw new Error(`${method} ${path} answered ${status}: ${text}`)
      // Safe because the caller knows what the service answers with.
      return JSON.parse(text) as T
    },
  }
}

function signToken(secret: string, mode: Mode): Promise<string> {
  return new SignJWT({ tenant: 'bench', mode, scope: '' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('atesta')
    .setAudience('atesta')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}
