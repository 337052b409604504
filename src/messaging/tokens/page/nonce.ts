// A nonce, made of the page token and the time, that proves that a button was pressed on our page.
import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#src/platform/seal/sealer.ts'

const nonceMs = 60 * 60_000

/** The nonce for the form of a link’s page; a scanner that posts without reading the page has none. */
export function makeNonce(sealer: Sealer, pageToken: string, now: number): string {
  return `${now.toString(36)}.${sealer.hash('link-page', pageToken, String(now)).toString('base64url')}`
}

export function nonceHolds(sealer: Sealer, pageToken: string, nonce: string, now: number): boolean {
  const [time = '', given = ''] = nonce.split('.')
  const madeAt = Number.parseInt(time, 36)
  if (!Number.isFinite(madeAt) || madeAt > now + 60_000 || now - madeAt > nonceMs) return false
  const bytes = Buffer.from(given, 'base64url')
  return sealer
    .hashes('link-page', pageToken, String(madeAt))
    .some((expected) => expected.length === bytes.length && timingSafeEqual(expected, bytes))
}
