// Describes the device, signed by a key that never leaves it: stored in the browser, not extractable.
import { inDatabase } from '../sending/kept.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The key is created on first use. Where the browser stores nothing it exists as long as the page. */
async function findKey(): Promise<CryptoKeyPair> {
  const kept = await inDatabase<unknown>('keys', 'readonly', (store) => store.get('device'))
  if (isPair(kept)) return kept
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await inDatabase('keys', 'readwrite', (store) => store.put(pair, 'device'))
  return pair
}

const isPair = (found: unknown): found is CryptoKeyPair =>
  typeof found === 'object' && found !== null && 'privateKey' in found

/** A compact JWS; WebCrypto’s ECDSA signatures already have the required form. */
export async function sign(payload: object): Promise<string> {
  const { privateKey, publicKey } = await findKey()
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const header = { alg: 'ES256', typ: 'device-event+jws', jwk: { kty, crv, x, y } }
  const signed = `${encode(header)}.${encode(payload)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    new TextEncoder().encode(signed),
  )
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`
}

const encode = (value: object): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify(value)))

export function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
