// Maps the result of an HTTP exchange to the outcome of a message, alike for all vendors.
import type { SendOutcome } from '#src/messaging/challenges/port.ts'
import { classOf, type FailureClasses, toRefusal } from './failure-classes.ts'
import type { HttpOutcome } from '#src/journey/calls/http.ts'

export type HttpResponse = Extract<HttpOutcome, { kind: 'answer' }>

/**
 * The meaning of a failed exchange. If nothing was written it is deferred as `transient`: the next account may try at
 * once and this one later, and its credentials and health are not in question.
 */
export function toFailure(outcome: Exclude<HttpOutcome, HttpResponse>): SendOutcome {
  return outcome.kind === 'unsent'
    ? { kind: 'deferred', class: 'transient', code: `unreachable-${outcome.cause}` }
    : { kind: 'uncertain', cause: outcome.cause }
}

/**
 * The meaning of a refusal: by the vendor's code, otherwise by the status. A 5xx says nothing about the message, unless
 * `codeWins` is set and the vendor names a lasting reason. A refusal for an unknown reason was surely not taken, so the
 * next account may try.
 */
export function readRefusal(
  answer: HttpResponse,
  vendor: { name: string; classes: FailureClasses; codeWins?: boolean },
  code: string | undefined,
): SendOutcome {
  const { status, retryAfterMs } = answer
  const known = code === undefined ? undefined : classOf(vendor.classes, code)
  const isTold = vendor.codeWins && known !== undefined && known !== 'transient'
  if (status >= 500 && !isTold) return { kind: 'uncertain', cause: 'http5xx' }
  const name = toCode(vendor.name, code ?? `http-${status}`)
  return toRefusal(known ?? classOfStatus(status), name, retryAfterMs)
}

/** A redirect means a wrong address, as a missing path does, because redirects are not followed. */
function classOfStatus(status: number) {
  if (status === 429) return 'rate'
  if (status === 408) return 'transient'
  const ofAccount = [401, 402, 403, 404, 405, 407, 410].includes(status) || status < 400
  return ofAccount ? 'account' : 'unknown'
}

/** A success that cannot be read: the message may have been taken. */
export const unreadable: SendOutcome = { kind: 'uncertain', cause: 'reset' }

/** A vendor's id of a message; undefined for any other value. */
export function readId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 512 ? value : undefined
}

/** For example `twilio-21211`, `zenvia-validation-error`. */
export const toCode = (vendor: string, code: string): string =>
  `${vendor}-${code.toLowerCase().replaceAll('_', '-')}`

/** A number, or a name in capitals, which may be part of our own codes; any other text could quote a person. */
export function readCode(value: unknown): string | undefined {
  return /^(\d{1,9}|[A-Z][A-Z_]{1,39})$/.test(String(value)) ? String(value) : undefined
}
