// Sends one request to a vendor. The outcome tells whether anything was written before a failure, because only a
// request that was surely not sent may be repeated.
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https'
import { type Body, readBody } from './body.ts'
import {
  blockedCode,
  checkProxiedName,
  type Connection,
  connectionTo,
  type Reach,
} from './connector.ts'
import { egressFamily, proxyFor } from './egress.ts'
import { connectByProxy, proxyHeaders, refusedByProxy } from './tunnel.ts'

// Vendors import nothing of the platform, and their callbacks are parsed as all forms are.
export { readUrlencoded } from '#src/platform/urlencoded.ts'

/** `connectMs` covers the look-up of the name up to the end of the TLS handshake; `totalMs` includes it. */
export type HttpLimits = {
  readonly connectMs?: number
  readonly totalMs?: number
  /** The limit of the body, both as received and decompressed. */
  readonly bodyBytesMax?: number
  /** The body is returned as bytes, one per character (latin1), instead of decoded text. */
  readonly isBinary?: boolean
  /** Absent for a URL that an operator configured, which may have any host. */
  readonly reach?: Reach
  /** Reused connections, for requests that may be repeated. Without it each request opens its own connection. */
  readonly kept?: KeptConnections
}

export type KeptConnections = { readonly http: HttpAgent; readonly https: HttpsAgent }

/** Keeps `max` idle connections to each server for `idleMs`. The address was checked when the connection was made. */
export function keepConnections(max: number, idleMs: number): KeptConnections & Disposable {
  const options = { keepAlive: true, maxFreeSockets: max, timeout: idleMs }
  const [http, https] = [new HttpAgent(options), new HttpsAgent(options)]
  return {
    http,
    https,
    [Symbol.dispose]() {
      http.destroy()
      https.destroy()
    },
  }
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal: AbortSignal
}

export type HttpOutcome =
  /**
   * `body` is undefined when it broke off, is too long, or is not text. Redirects are not followed but returned as
   * answers.
   */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string | undefined
      readonly bodyFault?: Body['fault']
      readonly retryAfterMs?: number
    }
  /** Nothing was written, so the vendor surely has nothing. */
  | { readonly kind: 'unsent'; readonly cause: UnsentCause }
  /** The request was written and no answer came, so the vendor may have it. */
  | {
      readonly kind: 'lost'
      readonly cause: 'timeout' | 'reset'
      /** The request used a kept connection, which its server may have closed before. */
      readonly wasKept?: boolean
    }

type UnsentCause =
  | 'dns'
  | 'connect'
  | 'connect-timeout'
  | 'proxy'
  | 'tls'
  | 'aborted'
  | 'invalid'
  | 'blocked'

const bytesMax = 1024 * 1024
const retryAfterMsMax = 3_600_000

/** Never rejects. */
export function exchange(request: HttpRequest, limits: HttpLimits = {}): Promise<HttpOutcome> {
  const { connectMs = 3000, totalMs = 10_000, bodyBytesMax = bytesMax } = limits
  const { url, method, headers, body = '', signal } = request
  const { kept } = limits
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'unsent', cause: 'aborted' })
    const connection = connectionTo(url, limits.reach)
    if (connection === 'blocked') return resolve({ kind: 'unsent', cause: 'blocked' })
    let written = false
    let late = false
    let answer: IncomingMessage | undefined
    const secure = url.protocol === 'https:'
    const length = method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }
    const proxy = proxyFor(url)
    const ended = new AbortController()
    // The credentials of the proxy, for a request that the proxy itself reads.
    const forwarded = proxy && !secure ? proxyHeaders(proxy) : {}
    const route = proxy
      ? byProxy(proxy, { url, signal: ended.signal }, connection, (error) => fail(error))
      : // A request that must not be repeated opens its own connection: the server may close a kept one during the
        // request, and then nothing tells whether the vendor has read it.
        { agent: kept?.[secure ? 'https' : 'http'] ?? false, family: egressFamily(), ...connection }
    const call = open(secure ? requestHttps : requestHttp, url, {
      method,
      ...route,
      headers: { accept: 'application/json', ...headers, ...length, ...forwarded },
    })
    if (!call) return resolve({ kind: 'unsent', cause: 'invalid' })
    const connecting = setTimeout(() => stop(), connectMs)
    const total = setTimeout(() => stop(), totalMs)
    function stop(): void {
      late = true
      call?.destroy()
      // Without a socket the request emits no further event, so it is ended here.
      fail()
    }
    const onAbort = () => stop()
    signal.addEventListener('abort', onAbort, { once: true })

    function end(outcome: HttpOutcome): void {
      clearTimeout(connecting)
      clearTimeout(total)
      signal.removeEventListener('abort', onAbort)
      ended.abort()
      resolve(outcome)
    }

    call.once('socket', (socket) => {
      // Headers and body are sent here and not earlier.
      const write = () => {
        clearTimeout(connecting)
        written = true
        call.end(body)
      }
      if (proxy || call.reusedSocket) write()
      else socket.once(secure ? 'secureConnect' : 'connect', write)
    })
    call.once('response', (response) => {
      answer = response
      void readBody(response, bodyBytesMax, limits.isBinary).then(({ text, fault }) => {
        end({
          kind: 'answer',
          ...readHead(response),
          body: text,
          ...(fault && { bodyFault: fault }),
        })
        // A connection whose body was not read to its end cannot be reused.
        if (!kept || text === undefined) call.destroy()
      })
    })
    // Later errors concern a connection that has already delivered the answer.
    call.on('error', fail)
    call.once('close', () => fail())
    function fail(error: NodeJS.ErrnoException = new Error('closed')): void {
      if (answer) return
      if (!written) {
        const cause = signal.aborted ? 'aborted' : late ? 'connect-timeout' : causeOf(error)
        return end({ kind: 'unsent', cause })
      }
      const wasKept = call?.reusedSocket === true
      end({ kind: 'lost', cause: late ? 'timeout' : 'reset', ...(wasKept && { wasKept }) })
    }
  })
}

/**
 * Opens the connection through the proxy before the request gets it. A name that the proxy resolves is checked here
 * first.
 */
function byProxy(
  proxy: URL,
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
  { lookup, ...tls }: Connection,
  fail: (error: Error) => void,
): RequestOptions {
  const family = egressFamily()
  return {
    ...(url.protocol === 'http:' && { path: url.href }),
    createConnection: (_options, created) => {
      checkProxiedName(url, lookup)
        .then(() => connectByProxy(url, tls, { proxy, family, signal }))
        .then((socket) => created(null, socket), fail)
      return undefined
    },
  }
}

/** Undefined for a header that HTTP does not allow, such as a token with a line break. */
function open(request: typeof requestHttps, url: URL, options: RequestOptions) {
  try {
    return request(url, options)
  } catch {
    return undefined
  }
}

function causeOf({ code = '' }: NodeJS.ErrnoException): UnsentCause {
  if (code === blockedCode) return 'blocked'
  if (code === refusedByProxy) return 'proxy'
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns'
  return /CERT|TLS|SSL|EPROTO|ISSUER|SIGNATURE/.test(code) ? 'tls' : 'connect'
}

function readHead({ statusCode = 0, headers }: IncomingMessage) {
  const retryAfterMs = readRetryAfter(headers['retry-after'])
  return { status: statusCode, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Reads the header `Retry-After`, in seconds or as a date; at most an hour. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMsMax)
}

/** The body as an object; undefined when it is not JSON or not an object. */
export function readJson(body: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body ?? '')
    // Safe because every field is read as unknown.
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
