// `X-Hub-Signature-256`: an HMAC over the body's bytes, before anything parses them.
import { createHmac } from 'node:crypto'
import { isSame } from '#src/vendors/parts/secrets.ts'

/** The header's value: `sha256=` and 64 lower-case hex digits. */
export function signMeta(appSecret: string, rawBody: Uint8Array | string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`
}

/** Whether the app's secret signed these bytes; false without a header. */
export function verifyMetaSignature(
  appSecret: string,
  rawBody: Uint8Array,
  header: string | undefined,
): boolean {
  if (appSecret === '' || header === undefined) return false
  return isSame(header, signMeta(appSecret, rawBody))
}

/**
 * The answer to a webhook's handshake: the challenge of its query when the query has the token that we chose; undefined
 * otherwise.
 */
export function readHandshake(verifyToken: string, query: URLSearchParams): string | undefined {
  const proven =
    verifyToken !== '' &&
    query.get('hub.mode') === 'subscribe' &&
    isSame(query.get('hub.verify_token') ?? '', verifyToken)
  return proven ? (query.get('hub.challenge') ?? undefined) : undefined
}
