// The only place that turns an answer as data into a Response.
import { errors, Problem } from '#src/platform/errors.ts'
import type { AnyReply, Refusal } from './reply.ts'
import type { Route } from './route.ts'

/** Headers of every answer, page or file, because each may hold personal data that no cache or other site may see. */
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Headers of every answer with a body: a browser that shows it runs no script, and no page can frame it. */
const shownAlone = {
  ...always,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** HSTS for an https address: browsers then use only https for it for a year. */
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
  // JSON that is compressed is bytes already.
  const isValue = form.isJson && !(body instanceof Uint8Array)
  return new Response(isValue ? JSON.stringify(body) : asBytes(body), {
    status,
    headers: { ...form.headers, ...more, ...own },
  })
}

type Form = { readonly isJson: boolean; readonly headers: Readonly<Record<string, string>> }
/** How a body is written in each media type that routes declare; filled on use. */
const forms = new Map<string, Form>()

function formOf(mediaType: string): Form {
  const known = forms.get(mediaType)
  if (known) return known
  const headers = { ...shownAlone, 'content-type': withCharset(mediaType) }
  const form = { isJson: isJson(mediaType), headers }
  forms.set(mediaType, form)
  return form
}

/** Lower-case names, so that a handler’s header replaces ours. */
const lowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json\b/.test(mediaType)

/** Adds the UTF-8 charset to text types; JSON is always UTF-8. */
const withCharset = (mediaType: string) =>
  /^text\/|\+xml$/.test(mediaType) && !mediaType.includes(';')
    ? `${mediaType}; charset=utf-8`
    : mediaType

/** The body of a media type other than JSON, which is declared as text or bytes. */
function asBytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return String(body)
}

/** The Problem for a returned refusal. */
export function toProblem({ refusal, retryAfterSeconds, headers, ...members }: Refusal): Problem {
  const wait =
    retryAfterSeconds === undefined ? {} : { 'retry-after': inSeconds(retryAfterSeconds) }
  return new Problem(refusal, { ...members, headers: { ...wait, ...headers } })
}

const inSeconds = (seconds: number) => String(Math.max(1, Math.ceil(seconds)))

/** A problem document (RFC 9457). The reason goes to the log only. */
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
  // Our members come first, and extra ones replace none of them.
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
