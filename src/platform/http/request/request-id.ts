/** Forms that programs make and nobody's number has: UUID, ULID, trace id and span id. */
const forms = [
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  /^[0-7][\dA-HJKMNP-TV-Z]{25}$/i,
  /^[\da-f]{32}$/i,
  /^[\da-f]{16}$/i,
]

/** The client's id of a request where it has such a form, because it gets into logs; else one of ours. */
export function readRequestId(sent: string | undefined): string {
  return sent !== undefined && forms.some((form) => form.test(sent)) ? sent : crypto.randomUUID()
}
