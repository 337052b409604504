// Authenticates callbacks of vendors that sign nothing: by a secret header, or by a secret in the path.
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { isSame, listSecrets, type Secrets } from './secrets.ts'

/** Whether the last part of the path is one of the account's secrets. */
export function knowsPath(secrets: Secrets, { url }: Pick<RawRequest, 'url'>): boolean {
  const given = readLastPart(url)
  return listSecrets(secrets).some((secret) => secret !== '' && isSame(given, secret))
}

/** Whether the request has the header that the account's subscription is configured to send. */
export function knowsHeader(
  expected: { readonly name: string; readonly value: Secrets } | undefined,
  { headers }: Pick<RawRequest, 'headers'>,
): boolean {
  const given = expected && headers[expected.name.toLowerCase()]
  if (!expected || given === undefined) return false
  return listSecrets(expected.value).some((secret) => secret !== '' && isSame(given, secret))
}

function readLastPart(url: string): string {
  if (!URL.canParse(url)) return ''
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return ''
  }
}
