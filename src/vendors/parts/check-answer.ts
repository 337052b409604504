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

/** The outcome when there was no answer; else what the vendor makes of it. */
export async function ask(
  request: Omit<HttpRequest, 'headers'> & { readonly headers?: HttpRequest['headers'] },
  limits: HttpLimits,
  read: (answer: HttpResponse) => CheckOutcome,
): Promise<CheckOutcome> {
  const headers = { 'user-agent': userAgent, ...request.headers }
  const outcome = await exchange({ ...request, headers }, limits)
  return outcome.kind === 'answer' ? read(outcome) : toFailure(outcome)
}

/** Nothing was written: nothing was bought. */
export function toFailure(outcome: Exclude<HttpOutcome, HttpResponse>): CheckOutcome {
  return outcome.kind === 'unsent'
    ? { kind: 'deferred', class: 'transient', code: `unreachable-${outcome.cause}` }
    : { kind: 'uncertain', cause: outcome.cause }
}

/** A refusal by its status alone. A redirect says, as a missing path does, that the address is wrong. */
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

/** Undefined: it is no JSON, or has another form than the vendor's. */
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
