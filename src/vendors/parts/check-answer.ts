// Maps an HTTP outcome to the outcome of a purchase, for the vendors that have an adapter of their own.
import type { z } from 'zod'
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import {
  exchange,
  type HttpLimits,
  type HttpOutcome,
  type HttpRequest,
} from '#src/journey/calls/http.ts'
import type { HttpResponse } from './outcome.ts'

/** Some vendors refuse requests without a user agent. */
export const userAgent = 'Atesta (identity verification)'

/** Returns the outcome of a request without an answer; otherwise what the vendor's code makes of the answer. */
export async function ask(
  request: Omit<HttpRequest, 'headers'> & { readonly headers?: HttpRequest['headers'] },
  limits: HttpLimits,
  read: (answer: HttpResponse) => CheckOutcome,
): Promise<CheckOutcome> {
  const headers = { 'user-agent': userAgent, ...request.headers }
  const outcome = await exchange({ ...request, headers }, limits)
  return outcome.kind === 'answer' ? read(outcome) : toFailure(outcome)
}

/** Nothing was written, so nothing was bought. */
export function toFailure(outcome: Exclude<HttpOutcome, HttpResponse>): CheckOutcome {
  return outcome.kind === 'unsent'
    ? { kind: 'deferred', class: 'transient', code: `unreachable-${outcome.cause}` }
    : { kind: 'uncertain', cause: outcome.cause }
}

/** Classifies a refusal by its status alone. A redirect means a wrong address, as a missing path does. */
export function toRefusal(vendor: string, { status, retryAfterMs }: HttpResponse): CheckOutcome {
  const code = `${vendor}-http-${status}`
  if (status >= 500) return { kind: 'uncertain', cause: 'http5xx' }
  if (status === 429)
    return {
      kind: 'deferred',
      class: 'rate',
      code,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  if (status === 408) return { kind: 'deferred', class: 'transient', code }
  if ([400, 422].includes(status)) return { kind: 'rejected', class: 'input', code }
  return { kind: 'rejected', class: 'account', code }
}

export const unreadable: CheckOutcome = { kind: 'uncertain', cause: 'unreadable' }

/** Undefined when the body is no JSON or does not have the vendor's form. */
export function readBody<T extends z.ZodType>(
  schema: T,
  body: string | undefined,
): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(body ?? '')).data
  } catch {
    return undefined
  }
}
