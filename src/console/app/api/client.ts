// The requests of the console to the API of this service, with the session's cookie.

export type Problem = {
  /** 0 if there was no answer. */
  readonly status: number
  readonly code: string
  /** In English, the language of the API. */
  readonly title: string
  readonly detail?: string
  /** By which operators find it in the log. */
  readonly requestId?: string
  /** The scope that the session lacks, for a 403. */
  readonly scope?: string
  /** In seconds. */
  readonly retryAfter?: number
  readonly errors?: readonly { readonly pointer?: string; readonly detail: string }[]
}

export class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.title)
    this.problem = problem
  }
}

/** The problem of any thrown error; an error of our own becomes an internal problem. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Refused ? error.problem : { status: 0, code: 'console', title: String(error) }

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

let csrf = ''
let onSignedOut = (): void => undefined

/** Sets the CSRF token of requests, and the action when the session has ended. */
export function bindSession(token: string, signedOut: () => void): void {
  csrf = token
  onSignedOut = signedOut
}

export const api = {
  get: <T>(path: string, query?: QueryValues, signal?: AbortSignal) =>
    ask(withQuery(path, query), { ...(signal && { signal }) }).then(json<T>),
  text: (path: string) => ask(path, {}).then((answer) => answer.text()),
  blob: (path: string) => ask(path, {}).then((answer) => answer.blob()),
  post: <T>(path: string, body: unknown = {}) =>
    askUntilDone(path, { body: JSON.stringify(body), type: 'application/json' }).then(json<T>),
  /** A question with a body, which changes nothing; its answer may be a text. */
  askWith: <T>(path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...inOwnLanguage() },
      body: JSON.stringify(body),
    }).then(json<T>),
  postText: <T>(path: string, text: string, type: string) =>
    askUntilDone(path, { body: text, type }).then(json<T>),
  upload: <T>(path: string, form: FormData) => askUntilDone(path, { body: form }).then(json<T>),
  put: <T>(path: string, body: unknown) => write<T>('PUT', path, body),
  patch: <T>(path: string, body: unknown) => write<T>('PATCH', path, body),
  delete: <T = void>(path: string) => ask(path, { method: 'DELETE' }).then(json<T>),
}

function write<T>(method: string, path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return ask(path, { method, headers, body: JSON.stringify(body) }).then(json<T>)
}

export function withQuery(path: string, query: QueryValues = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The route's contract determines the type of the body. */
async function json<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

type Sent = { readonly body: BodyInit; readonly type?: string }

/**
 * Repeats a request without an answer, or with a temporary failure; its Idempotency-Key keeps it from taking effect
 * twice.
 */
async function askUntilDone(path: string, { body, type }: Sent): Promise<Response> {
  const headers = { 'idempotency-key': crypto.randomUUID(), ...(type && { 'content-type': type }) }
  for (let left = 2; ; left--) {
    try {
      return await ask(path, { method: 'POST', headers, body })
    } catch (error) {
      if (left === 0 || ![0, 503].includes(problemOf(error).status)) throw error
      await new Promise((done) => setTimeout(done, 1_000))
    }
  }
}

const answerMs = 40_000
/** A request later than this after the last input counts as automatic, and does not keep the session alive. */
const attendedMs = 60_000
let attendedAt = performance.now()
for (const kind of ['pointerdown', 'keydown', 'popstate'])
  addEventListener(kind, () => (attendedAt = performance.now()), { capture: true, passive: true })

const inOwnLanguage = () => ({ 'accept-language': document.documentElement.lang })

async function ask(path: string, { signal, headers, ...request }: RequestInit): Promise<Response> {
  const ends = AbortSignal.timeout(answerMs)
  // Only for requests that read: in an act, the language would determine the language of a message to a person.
  const sent = new Headers(request.method ? headers : inOwnLanguage())
  if (request.method) sent.set('x-csrf-token', csrf)
  if (performance.now() - attendedAt > attendedMs) sent.set('x-unattended', '1')
  const answer = await fetch(path, {
    ...request,
    headers: sent,
    cache: 'no-store',
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, ends]) : ends,
  }).catch(() => undefined)
  if (!answer) throw new Refused({ status: 0, code: 'offline', title: 'The service is away.' })
  if (answer.ok) return answer
  const problem = await readProblem(answer)
  if (problem.status === 401) onSignedOut()
  throw new Refused(problem)
}

async function readProblem(answer: Response): Promise<Problem> {
  const { status, headers } = answer
  const wait = Number.parseInt(headers.get('retry-after') ?? '', 10)
  // A proxy in between may answer with something other than JSON.
  const said: Partial<Problem> = await answer.json().catch(() => ({}))
  return {
    code: 'unknown',
    title: `Status ${status}`,
    ...said,
    status,
    ...(wait > 0 && { retryAfter: wait }),
  }
}
