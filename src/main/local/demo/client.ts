// The demo's client: requests that are shown as they happen.
import { setTimeout as wait } from 'node:timers/promises'

export type Journey = {
  readonly apiUrl: string
  readonly token: string
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

export type Json = Record<string, unknown>

export type ApiRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Json
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** Rejects with a sentence that names the request when it is not answered as expected. */
export async function call(journey: Journey, sent: ApiRequest, expected: number): Promise<Json> {
  const { method, path, body, headers } = sent
  const prefer = headers?.['prefer']
  journey.print(`  ${method} ${path}${prefer ? `  (Prefer: ${prefer})` : ''}`)
  if (body) journey.print(`    ${JSON.stringify(body)}`)
  const answer = await send(journey, sent, expected)
  journey.print(`  → ${expected}`)
  return answer
}

/** How long the engines may take to load their models, on a small machine. */
const loadingMs = 90_000
/** Each refused request is a log line, so polling waits this long between two. */
const againMs = 2_000

/** Sends a request until the engines are ready, and shows only that it waits. */
export async function send(journey: Journey, sent: ApiRequest, expected: number): Promise<Json> {
  const { method, path } = sent
  const deadline = performance.now() + loadingMs
  let response = await request(journey, sent)
  if (response.status === 503) journey.print('  (what looks at pictures is being loaded)')
  while (response.status === 503 && performance.now() < deadline) {
    await wait(againMs, undefined, { signal: journey.signal })
    response = await request(journey, sent)
  }
  const answer = await response.text()
  if (response.status !== expected)
    throw new Error(
      `${method} ${path} answered ${response.status} instead of ${expected}: ${answer}`,
    )
  return answer === '' ? {} : asObject(JSON.parse(answer))
}

function request(
  { apiUrl, token, signal }: Journey,
  { method, path, body, form, headers }: ApiRequest,
): Promise<Response> {
  return fetch(apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(40_000)]),
  })
}

/** The first element of a list that `isIt` accepts, within 30 s. */
export async function untilFound(
  journey: Journey,
  path: string,
  isIt: (one: Json) => boolean,
): Promise<Json> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const found = list(await send(journey, { method: 'GET', path }, 200)).find(isIt)
    if (found) {
      journey.print(`  GET ${path} → 200`)
      return found
    }
    await wait(200, undefined, { signal: journey.signal })
  }
  throw new Error(`What was awaited did not come within 30 s (GET ${path}).`)
}

export function untilSent(journey: Journey, id: string, channel: string): Promise<Json> {
  const path = `/v1/sandbox/messages?transactionId=${id}`
  return untilFound(journey, path, (message) => message['channel'] === channel)
}

export function show({ print }: Journey, answer: Json, keys: readonly string[]): void {
  for (const key of keys) if (key in answer) print(`    ${key}: ${JSON.stringify(answer[key])}`)
}

export function text(answer: Json, key: string): string {
  const value = answer[key]
  if (typeof value !== 'string') throw new Error(`The answer has no ${key}.`)
  return value
}

export function list(answer: unknown): Json[] {
  if (!Array.isArray(answer)) throw new Error('The answer is no list.')
  return answer.map(asObject)
}

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error('The answer is no JSON object.')
  // Safe because it is a JSON object; the types of its members are unknown.
  return value as Json
}
