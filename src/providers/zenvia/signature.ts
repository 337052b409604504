// Zenvia signs nothing: who posts to the address that only it and we know is believed.
import type { RawRequest } from '#src/challenges/port.ts'
import { isSame } from '../secrets.ts'

export const verifyZenviaPath = (secret: string, { url }: Pick<RawRequest, 'url'>): boolean =>
  secret !== '' && isSame(readSecret(url), secret)

function readSecret(url: string): string {
  if (!URL.canParse(url)) return ''
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return ''
  }
}
