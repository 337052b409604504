import { type Fault, Problem } from '#src/platform/errors.ts'

const fault: Fault = {
  pointer: 'header#/idempotency-key',
  code: 'format',
  detail: 'must be 1 to 255 visible ASCII characters, bare or as a quoted string',
}

/**
 * The key in an `Idempotency-Key` header: a structured-field string, or the same characters without quotes, so that
 * `"abc"` and `abc` are one key. Problem 400 for anything else.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1]
  const key = quoted === undefined ? header : quoted.replaceAll(/\\(["\\])/g, '$1')
  const bareQuote = quoted === undefined && header.startsWith('"')
  if (bareQuote || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('invalid-request', { faults: [fault] })
  }
  return key
}

/** The accepted forms of request ids, none of which can be a person’s number: UUID, ULID, trace id and span id. */
const forms = [
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  /^[0-7][\dA-HJKMNP-TV-Z]{25}$/i,
  /^[\da-f]{32}$/i,
  /^[\da-f]{16}$/i,
]

/** The client’s request id if it has one of the accepted forms, because it is written to logs; otherwise a new one. */
export function readRequestId(sent: string | undefined): string {
  return sent !== undefined && forms.some((form) => form.test(sent)) ? sent : crypto.randomUUID()
}
