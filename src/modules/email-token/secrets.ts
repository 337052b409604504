// Keys of e-mail tokens that belong to no transaction: the return path's proof and the page's nonce.
import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#src/seal/sealer.ts'

/** One function per hash key, the current one first: addresses made before a rotation still count. */
export function bounceMacs(sealer: Sealer): ((label: string) => Buffer)[] {
  return sealer
    .hashes('')
    .map((_, index) => (label: string) => pick(sealer.hashes('email-bounce', label), index))
}

export function currentBounceMac(sealer: Sealer): (label: string) => Buffer {
  return (label) => sealer.hash('email-bounce', label)
}

const nonceMs = 60 * 60_000

/** For the form of one link's page; a scanner that posts without having read the page has none. */
export function makeNonce(sealer: Sealer, linkToken: string, now: number): string {
  return `${now.toString(36)}.${sealer.hash('email-page', linkToken, String(now)).toString('base64url')}`
}

export function nonceHolds(sealer: Sealer, linkToken: string, nonce: string, now: number): boolean {
  const [time = '', given = ''] = nonce.split('.')
  const madeAt = Number.parseInt(time, 36)
  if (!Number.isFinite(madeAt) || madeAt > now + 60_000 || now - madeAt > nonceMs) return false
  const bytes = Buffer.from(given, 'base64url')
  return sealer
    .hashes('email-page', linkToken, String(madeAt))
    .some((expected) => expected.length === bytes.length && timingSafeEqual(expected, bytes))
}

function pick(hashes: readonly Buffer[], index: number): Buffer {
  const found = hashes[index]
  if (!found) throw new Error('there are as many hashes as keys')
  return found
}
