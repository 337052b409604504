// A thin client: the paths and types are those of the service's own document, everything else is what every caller
// would write otherwise.
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.js'
import { toProblem } from './problem.js'
import { retrying } from './retrying.js'

export type { components, operations, paths } from './api.js'
export { type EventPage, followEvents, type FollowOptions } from './events.js'
export { AtestaProblem, type Problem } from './problem.js'

export type Atesta = Client<paths>

export type AtestaOptions = {
  /** Where the API is, such as `https://atesta.bank.example`. */
  readonly baseUrl: string
  /** A token or an API key, or what gives one before each request. */
  readonly credential: string | (() => string | Promise<string>)
  /** Instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Tries after the first; 4 without it. */
  readonly retries?: number
  /** The longest wait before a try, in milliseconds; 30 000 without it. */
  readonly maxWaitMs?: number
}

/**
 * A client whose calls reject with `AtestaProblem` where they are refused, and are repeated where that is safe. Each
 * POST bears an `Idempotency-Key`: yours, or one that is made here.
 */
export function createAtesta(options: AtestaOptions): Atesta {
  const { baseUrl, credential, fetch = globalThis.fetch, retries = 4, maxWaitMs = 30_000 } = options
  const client = createClient<paths>({
    baseUrl,
    fetch: retrying((request) => fetch(request), { retries, maxWaitMs }),
  })
  client.use({
    async onRequest({ request }) {
      const bearer = typeof credential === 'string' ? credential : await credential()
      request.headers.set('authorization', `Bearer ${bearer}`)
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID())
      return request
    },
    async onResponse({ response }) {
      if (!response.ok) throw await toProblem(response)
      return undefined
    },
  })
  return client
}

/** What a call answers; undefined for an answer without a body, such as 204. */
export async function take<Answer>(call: Promise<{ data?: Answer }>): Promise<Answer> {
  const { data } = await call
  // Safe because a refusal has rejected before.
  return data as Answer
}

export type PackAnswer = components['schemas']['PackAnswer']

export type WaitOptions = {
  /** Milliseconds; 60 000 without it. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Asks for a pack until it is no longer under way, or the time is up: then the answer says `processing`. */
export async function waitForPack(
  atesta: Atesta,
  path: { readonly packName: string; readonly transactionId: string },
  { timeoutMs = 60_000, signal }: WaitOptions = {},
): Promise<PackAnswer> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const left = Math.max(0, deadline - performance.now())
    const prefer = `wait=${Math.min(30, Math.floor(left / 1_000))}`
    const answer = await take(
      atesta.GET('/v1/packs/{packName}/{transactionId}', {
        params: { path, header: { prefer } },
        ...(signal && { signal }),
      }),
    )
    if (answer.status !== 'processing' || performance.now() >= deadline) return answer
    // The service answers at once while it waits for the client or the person alone.
    await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, left)))
  }
}

/** Page after page of a list, each asked for with what the last one says comes next. */
export async function* pages<Page extends { readonly next?: string | null }>(
  ask: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: string | undefined
  for (;;) {
    const page = await ask(after)
    yield page
    if (!page.next || page.next === after) return
    after = page.next
  }
}
