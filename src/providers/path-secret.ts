// Vendors that sign nothing: who posts to the address that only they and we know is believed.
import type { RawRequest } from '#src/challenges/port.ts'
import { isSame, listSecrets, type Secrets } from './secrets.ts'

/** Whether the last part of the path is one of the account's secrets. */
export function knowsPath(secrets: Secrets, { url }: Pick<RawRequest, 'url'>): boolean {
  const given = readLastPart(url)
  return listSecrets(secrets).some((secret) => secret !== '' && isSame(given, secret))
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
