// Signs and verifies requests and callbacks: by a shared secret, or by a private key whose public key the other side
// has.
import { createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { isSame } from '#src/vendors/parts/secrets.ts'

type Algorithm = 'sha256' | 'sha512' | 'rsa-sha256' | 'ed25519'

export function signBytes(algorithm: Algorithm, secret: string, bytes: Uint8Array): Buffer {
  if (algorithm === 'sha256' || algorithm === 'sha512')
    return createHmac(algorithm, secret).update(bytes).digest()
  // A dry run shows a placeholder, because it has no secrets.
  if (!secret.includes('PRIVATE KEY')) return Buffer.from(secret)
  return sign(digestOf(algorithm), bytes, createPrivateKey(secret))
}

type How = {
  readonly algorithm: Algorithm | 'equal'
  readonly encoding: 'hex' | 'base64'
  readonly prefix: string
}

/** `secret` is the shared secret, or the vendor's public key in PEM. */
export function isSignedText(
  { algorithm, encoding, prefix }: How,
  secret: string,
  bytes: Uint8Array,
  given: string,
): boolean {
  if (algorithm === 'equal') return isSame(given, prefix + secret)
  if (algorithm === 'sha256' || algorithm === 'sha512')
    return isSame(given, prefix + createHmac(algorithm, secret).update(bytes).digest(encoding))
  if (!given.startsWith(prefix)) return false
  const signature = Buffer.from(given.slice(prefix.length), encoding)
  try {
    return verify(digestOf(algorithm), bytes, createPublicKey(secret), signature)
  } catch {
    return false
  }
}

/** Ed25519 hashes the text itself. */
const digestOf = (algorithm: 'rsa-sha256' | 'ed25519') =>
  algorithm === 'ed25519' ? null : 'sha256'

/** `time` is in seconds of wall time and may lie in the past or the future. */
export function isRecent(time: string, toleranceSeconds: number): boolean {
  if (!/^\d{9,11}$/.test(time)) return false
  return Math.abs(Date.now() / 1_000 - Number(time)) <= toleranceSeconds
}
