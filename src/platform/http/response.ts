// Turns an answer as data into a Response, and nothing else does.
import { errors, Problem } from '#src/platform/errors.ts'
import type { AnyReply, Refusal } from './reply.ts'
import type { Route } from './route.ts'

/** On every answer, page or file: each may be personal, and none is anybody else's to show. */
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** On every answer with a body: where a browser shows it by itself nothing runs, and no page frames it. */
const shownAlone = {
  ...always,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** What browsers must know of an address that is https: from then on they ask for nothing else there, for a year. */
export const transportHeaders = (publicBaseUrl: string): Record<string, string> =>
  publicBaseUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}

/** A reply in the media type that its route declares for the status. */
export function replyResponse(
  route: Route,
  { status, body, headers }: AnyReply,
  more: Record<string, string>,
): Response {
  const own = lowerCase(headers)
  if (body === undefined) {
    return new Response(null, { status, headers: { ...always, ...more, ...own } })
  }
  const form = formOf(route.responses[status]?.mediaType ?? 'application/json')
  return new Response(form.isJson ? JSON.stringify(body) : asBytes(body), {
    status,
    headers: { ...form.headers, ...more, ...own },
  })
}

type Form = { readonly isJson: boolean; readonly headers: Readonly<Record<string, string>> }
/** Of the media types that routes declare. */
const forms = new Map<string, Form>()

function formOf(mediaType: string): Form {
  const known = forms.get(mediaType)
  if (known) return known
  const headers = { ...shownAlone, 'content-type': withCharset(mediaType) }
  const form = { isJson: isJson(mediaType), headers }
  forms.set(mediaType, form)
  return form
}

/** One spelling, so that a handler's header replaces ours. */
const lowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json\b/.test(mediaType)

/** Text is UTF-8, and says so; JSON always is. */
const withCharset = (mediaType: string) =>
  /^text\/|\+xml$/.test(mediaType) && !mediaType.includes(';')
    ? `${mediaType}; charset=utf-8`
    : mediaType

/** Text or bytes, as every declared body of another media type is. */
function asBytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return String(body)
}

/** The Problem that a returned refusal stands for. */
export function toProblem({ refusal, retryAfterSeconds, headers, ...members }: Refusal): Problem {
  const wait =
    retryAfterSeconds === undefined ? {} : { 'retry-after': inSeconds(retryAfterSeconds) }
  return new Problem(refusal, { ...members, headers: { ...wait, ...headers } })
}

const inSeconds = (seconds: number) => String(Math.max(1, Math.ceil(seconds)))

/** A problem document (RFC 9457). The reason stays inside. */
export function problemResponse(
  problem: Problem,
  requestId: string,
  more: Record<string, string>,
): Response {
  const { status, title } = errors[problem.code]
  const members = {
    type: `/problems/${problem.code}`,
    title,
    status,
    code: problem.code,
    ...(problem.detail !== undefined && { detail: problem.detail }),
    requestId,
    ...(problem.faults && { errors: problem.faults }),
  }
  // Ours come first, and none is replaced by a further one.
  const body = { ...members, ...problem.extra, ...members }
  const headers = {
    ...shownAlone,
    'content-type': 'application/problem+json',
    ...((status === 503 || problem.code === 'idempotency-in-progress') && { 'retry-after': '1' }),
    ...more,
    ...lowerCase(problem.headers),
  }
  return new Response(JSON.stringify(body), { status, headers })
}
