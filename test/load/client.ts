// Clients of the service: a lean one that must not be the bottleneck of a measurement, and on top of it a careful one.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Claims, mintToken } from '#test/support/token.ts'
import type { Chance } from './chance.ts'

export type Payload = {
  readonly body?: unknown
  /** Sends a form with this file under this name in place of a body. */
  readonly file?: { readonly name: string; readonly bytes: Buffer }
  readonly headers?: Readonly<Record<string, string>>
}

export type Answer = {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

type Method = 'GET' | 'POST'

export type Client = {
  /** Resolves to any answer. */
  send(method: Method, path: string, payload?: Payload): Promise<Answer>
  /** Parses an answer with the expected status; rejects for every other one. */
  call<T>(method: Method, path: string, expected: number, payload?: Payload): Promise<T>
}

/** The time limit of one request, and of everything that is waited for. */
export const limitMs = 60_000

/** Repeats `ask` until it resolves to an answer; rejects after the time limit. */
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
  method: Method,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
) => Promise<Answer>

/**
 * Sends a request over kept connections; a body has its own content type. A server may close an idle connection just
 * when it is reused: then the request, which must be repeatable, is sent again.
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

/** `maxSockets`: the most concurrent calls. */
export async function createClient(
  url: string,
  { maxSockets, ...claims }: Claims & { readonly maxSockets?: number } = {},
): Promise<Client> {
  const exchange = createExchange(url, maxSockets)
  const authorization = `Bearer ${await mintToken({ tenant: 'bench', ...claims })}`
  return withCalls((method, path, { body, file, headers } = {}) => {
    if (file) {
      const type = `multipart/form-data; boundary=${boundary}`
      return exchange(method, path, { authorization, 'content-type': type }, toForm(file))
    }
    const json = body === undefined ? undefined : JSON.stringify(body)
    const typed = json !== undefined && { 'content-type': 'application/json' }
    return exchange(method, path, { authorization, ...typed, ...headers }, json)
  })
}

const withCalls = (send: Client['send']): Client => ({
  send,
  async call<T>(method: Method, path: string, expected: number, payload?: Payload) {
    const { status, text } = await send(method, path, payload)
    if (status !== expected)
      throw new Error(`${method} ${templateOf(path)} answered ${status}: ${text}`)
    // Safe because the status stands for that type of body.
    return JSON.parse(text) as T
  },
})

/** Ids are removed, so that the same fault has the same text. */
const templateOf = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')

const boundary = 'between-the-parts-of-a-form'

function toForm({ name, bytes }: NonNullable<Payload['file']>): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.jpg"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

export type CarefulPlan = {
  readonly urls: readonly [string, ...string[]]
  readonly token: string
  readonly chance: Chance
  /** Answers that no outage explains. */
  readonly faults: string[]
  /** The milliseconds so far in which everything that an answer needs was running. */
  readonly thereMs: () => number
  readonly patienceMs?: number
}

const answerMs = 12_000
/** How long a request is repeated; only the time in which everything is running counts. */
const usualPatienceMs = 90_000
const hangUpPercent = 3
const againPercent = 5

/**
 * Repeats a request without an answer, or with one that asks to retry, under the same key at any of the APIs, until it
 * is answered. Sometimes it aborts a request itself, or repeats one that was answered.
 */
export function createCarefulClient({
  urls,
  token,
  chance,
  faults,
  thereMs,
  patienceMs = usualPatienceMs,
}: CarefulPlan): Client {
  async function once(method: string, path: string, headers: Headers, body?: string) {
    const limitMs = chance.percent(hangUpPercent) ? chance.between(3, 80) : answerMs
    const answer = await fetch(`${chance.pick(urls)}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(limitMs),
    })
    const retryAfter = answer.headers.get('retry-after') ?? undefined
    return { status: answer.status, text: await answer.text(), retryAfter }
  }

  async function repeat(method: string, path: string, headers: Headers, body?: string) {
    const until = thereMs() + patienceMs
    for (;;) {
      const answer = await once(method, path, headers, body).catch(() => undefined)
      // An API that could not fetch the issuer’s keys must answer 503, not 401.
      if (answer?.status === 500 || answer?.status === 401)
        faults.push(`${method} ${templateOf(path)} answered ${answer.status}: ${answer.text}`)
      if (answer && !isLater(answer.status)) return answer
      if (thereMs() > until)
        throw new Error(
          `${method} ${templateOf(path)} is not answered: ${answer?.status} ${answer?.text ?? ''}`,
        )
      await wait(chance.between(100, 600))
    }
  }

  return withCalls(async (method, path, { body, headers = {} } = {}) => {
    const all = new Headers({ authorization: `Bearer ${token}`, ...headers })
    if (body !== undefined) all.set('content-type', 'application/json')
    if (method === 'POST') all.set('idempotency-key', `"${randomUUID()}"`)
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await repeat(method, path, all, text)
    if (method === 'POST' && answer.status < 300 && chance.percent(againPercent)) {
      const again = await repeat(method, path, all, text)
      if (again.status !== answer.status || again.text !== answer.text)
        faults.push(
          `POST ${templateOf(path)} answered its key twice: ${answer.status} and ${again.status}`,
        )
    }
    return answer
  })
}

const isLater = (status: number) => status >= 500 || status === 409 || status === 429
