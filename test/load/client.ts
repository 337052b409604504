// A lean HTTP client: the load must not be what limits a measure.
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { SignJWT } from 'jose'
import type { Mode } from '#src/journey/transaction/rules.ts'
import type { Stage } from './stage.ts'

export type RequestContent = {
  readonly body?: unknown
  /** A form with this file instead of a body, under this name. */
  readonly file?: { readonly name: string; readonly bytes: Buffer }
  readonly headers?: Readonly<Record<string, string>>
}

export type Answered = {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

export type Client = {
  /** Whatever is answered. */
  send(method: 'GET' | 'POST', path: string, sent?: RequestContent): Promise<Answered>
  /** Rejects for every status but the expected one. */
  call<T>(method: 'GET' | 'POST', path: string, expected: number, sent?: RequestContent): Promise<T>
}

/** Of one request, and of whatever is waited for: what has not come by then does not come. */
export const limitMs = 60_000

/** Asks until there is an answer; rejects when that lasts. */
export async function untilAnswered<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  { withinMs = limitMs, pauseMs = 20 } = {},
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`${what} does not come within ${withinMs} ms`)
    await wait(pauseMs)
  }
}

type Exchange = (
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
) => Promise<Answered>

/**
 * Sends a request over connections that stay open; a body comes with its own type. A server may close one
 * that rested just when it is used again: then the request, which must bear it, is sent again.
 */
export function createExchange(url: string, maxSockets = 64): Exchange {
  const agent = new Agent({ keepAlive: true, maxSockets })
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
        response.on('end', () => {
          const { statusCode: status = 0, headers: given } = response
          resolve({ status, text, retryAfter: given['retry-after'] })
        })
      })
      asked.setTimeout(limitMs, () => asked.destroy(new Error(`no answer within ${limitMs} ms`)))
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = asked.reusedSocket && error.code === 'ECONNRESET'
        if (wasClosed) resolve(exchange(method, path, headers, body))
        else reject(error)
      })
      asked.end(body)
    })
  }
}

type Caller = {
  readonly mode?: Mode
  readonly tenant?: string
  readonly scope?: string
  /** How many calls can be under way at once. */
  readonly maxSockets?: number
}

export async function createClient(
  { jwtSecret }: Pick<Stage, 'jwtSecret'>,
  url: string,
  { mode = 'sandbox', tenant = 'bench', scope = '', maxSockets }: Caller = {},
): Promise<Client> {
  const exchange = createExchange(url, maxSockets)
  const authorization = `Bearer ${await signToken(jwtSecret, { mode, tenant, scope })}`

  function send(
    method: 'GET' | 'POST',
    path: string,
    { body, file, headers }: RequestContent = {},
  ) {
    if (file) {
      const type = `multipart/form-data; boundary=${boundary}`
      return exchange(method, path, { authorization, 'content-type': type }, toForm(file))
    }
    const json = body === undefined ? undefined : JSON.stringify(body)
    const sent = {
      authorization,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    return exchange(method, path, sent, json)
  }

  return {
    send,
    async call<T>(method: 'GET' | 'POST', path: string, expected: number, sent?: RequestContent) {
      const { status, text } = await send(method, path, sent)
      if (status !== expected) throw new Error(`${method} ${path} answered ${status}: ${text}`)
      // Safe because the caller knows what the service answers with.
      return JSON.parse(text) as T
    },
  }
}

const boundary = 'between-the-parts-of-a-form'

function toForm({ name, bytes }: NonNullable<RequestContent['file']>): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.jpg"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

type Claims = { readonly mode: Mode; readonly tenant: string; readonly scope: string }

function signToken(secret: string, claims: Claims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('atesta')
    .setAudience('atesta')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}
