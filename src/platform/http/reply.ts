import type { ErrorCode } from '#src/platform/errors.ts'

/**
 * An answer as data, so that it can be stored and repeated. `body` is what the route declares for this status: a JSON
 * value, or text or bytes for other media types.
 */
export type Reply<S extends number = number, B = undefined> = {
  status: S
  headers?: Record<string, string>
  /** Members of the body that are shown once: the answer is stored without them. */
  secret?: Record<string, string>
} & (B extends undefined ? { body?: undefined } : { body: B })

/** A refusal as data: it becomes a problem document with the status of its code. */
export type Refusal<C extends ErrorCode = ErrorCode> = {
  refusal: C
  /** A public sentence, never with a value that was sent. */
  detail?: string
  retryAfterSeconds?: number
  /** Further members of the problem document. */
  extra?: Record<string, number | string | boolean>
  headers?: Record<string, string>
}

/** Any reply, whatever its route. */
export type AnyReply = {
  status: number
  body?: unknown
  headers?: Record<string, string>
  secret?: Record<string, string>
}
export type AnyAnswer = AnyReply | Refusal

/** Answers with a status that the route declares. */
export function reply<const S extends number>(status: S): Reply<S>
export function reply<const S extends number, B>(
  status: S,
  body: B,
  headers?: Record<string, string>,
): Reply<S, B>
export function reply(status: number, body?: unknown, headers?: Record<string, string>): AnyReply {
  return { status, ...(body !== undefined && { body }), ...(headers && { headers }) }
}

/** Refuses with a code that the route declares among its problems. */
export function refuse<const C extends ErrorCode>(
  code: C,
  options: Omit<Refusal, 'refusal'> = {},
): Refusal<C> {
  return { refusal: code, ...options }
}

/** The stored form of an answer for repetition: without its secret, and with a mark that there was one. */
export function withoutSecret(answer: AnyAnswer): AnyAnswer {
  if (!('secret' in answer) || answer.secret === undefined) return answer
  const { secret: _secret, body, ...kept } = answer
  return { ...kept, body: { ...objectOf(body), secretShown: true } }
}

/** The answer with its secret, as its caller sees it the first time. */
export function withSecret({ secret, ...answer }: AnyReply): AnyReply {
  return secret === undefined
    ? answer
    : { ...answer, body: { ...objectOf(answer.body), ...secret } }
}

const objectOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})

/** Tells a refusal from a reply. */
export function isRefusal(answer: AnyAnswer): answer is Refusal {
  return 'refusal' in answer
}
