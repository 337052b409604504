const text = (description: string) => ({ description, schema: { type: 'string' as const } })
const seconds = (description: string) => ({ description, schema: { type: 'integer' as const } })

/** Response headers, as OpenAPI components. */
export const sharedHeaders = {
  'Request-Id': text(
    'Names this request in the log; as the client sent it, where it is a UUID, a ULID or a trace id',
  ),
  'RateLimit-Limit': seconds('Requests that can come at once'),
  'RateLimit-Remaining': seconds('Requests left at the moment'),
  'RateLimit-Reset': seconds('Seconds until all of them are there again'),
  'Retry-After': seconds('Seconds after which a repeat can succeed'),
  'WWW-Authenticate': text('`Bearer`; `Signature` where a callback has to prove itself'),
  'Idempotent-Replayed': text('`true` on the first answer of an Idempotency-Key given again'),
}

/** The headers of one answer as schemas, from their descriptions. */
export const describeHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, words]) => [name, text(words)]))

type HeaderName = keyof typeof sharedHeaders

/** The headers of one documented response. */
export function headersOf(status: number, operation: { isBearer: boolean; replayed: boolean }) {
  const names: HeaderName[] = ['Request-Id']
  if (operation.isBearer && ![401, 403].includes(status)) {
    names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  }
  if (status === 401 || (status === 403 && operation.isBearer)) names.push('WWW-Authenticate')
  const isBusy = status === 409 && operation.replayed
  if (status === 429 || status === 503 || isBusy) names.push('Retry-After')
  if (operation.replayed && status < 300) names.push('Idempotent-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
