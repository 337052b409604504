// A careful client: what gets no answer, or one that says «later», it asks again under the same key, at either API, until
// it is answered. Now and then it hangs up itself, or asks once more for what it has been told.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from '#test/load/chance.ts'

export type ClientAnswer = { readonly status: number; readonly text: string }

export type Client = {
  ask(method: 'GET' | 'POST', path: string, sent?: Sent): Promise<ClientAnswer>
  /** Parses what comes with that status; rejects for every other one. */
  call<T>(method: 'GET' | 'POST', path: string, expected: number, sent?: Sent): Promise<T>
}

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

export type ClientPlan = {
  readonly urls: readonly [string, string]
  readonly token: string
  readonly chance: Chance
  /** Answers that no outage explains. */
  readonly faults: string[]
  /** Of the time in which there was everything that an answer needs. */
  readonly thereMs: () => number
  readonly patienceMs?: number
}

const answerMs = 12_000
/** Of a time in which everything is there. */
const usualPatienceMs = 90_000
const hangUpPercent = 3
const againPercent = 5

export function createClient({
  urls,
  token,
  chance,
  faults,
  thereMs,
  patienceMs = usualPatienceMs,
}: ClientPlan): Client {
  async function once(method: string, path: string, headers: Headers, body?: string) {
    const limitMs = chance.percent(hangUpPercent) ? chance.between(3, 80) : answerMs
    const answer = await fetch(`${chance.pick(urls)}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(limitMs),
    })
    return { status: answer.status, text: await answer.text() }
  }

  async function repeat(method: string, path: string, headers: Headers, body?: string) {
    const until = thereMs() + patienceMs
    for (;;) {
      const answer = await once(method, path, headers, body).catch(() => undefined)
      // Whoever has not been given the keys of the issuer says so with 503.
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

  async function ask(method: 'GET' | 'POST', path: string, { body, headers = {} }: Sent = {}) {
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
  }

  return {
    ask,
    async call<T>(method: 'GET' | 'POST', path: string, expected: number, sent: Sent = {}) {
      const { status, text } = await ask(method, path, sent)
      if (status !== expected)
        throw new Error(`${method} ${templateOf(path)} answered ${status}: ${text}`)
      // Safe because that is what the status stands for.
      return JSON.parse(text) as T
    },
  }
}

const isLater = (status: number) => status >= 500 || status === 409 || status === 429

/** Without ids, so that the same fault is the same line. */
const templateOf = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
