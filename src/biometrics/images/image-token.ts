// Tokens of image URLs: signed under the data key of their transaction, valid for some minutes of its clock.
import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'

const idBytes = 16
const timeBytes = 6
const macBytes = 24

export type ImageClaims = { readonly imageId: string; readonly expiresAt: number }

/** `expiresAt` is epoch ms of the transaction's clock. */
export function mintToken(sealer: Sealer, key: DataKey, claims: ImageClaims): string {
  return Buffer.concat([write(claims), macOf(sealer, key, claims)]).toString('base64url')
}

/** The claims of a token, not verified yet; undefined for any other text. */
export function readToken(token: string): ImageClaims | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + timeBytes + macBytes) return undefined
  // The last character has unused bits: refusing other spellings leaves each image one address instead of sixteen.
  if (bytes.toString('base64url') !== token) return undefined
  const hex = bytes.toString('hex', 0, idBytes)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ]
  return { imageId: parts.join('-'), expiresAt: bytes.readUIntBE(idBytes, timeBytes) }
}

export function isOwnToken(
  sealer: Sealer,
  key: DataKey,
  token: string,
  claims: ImageClaims,
): boolean {
  const given = Buffer.from(token, 'base64url').subarray(idBytes + timeBytes)
  const own = macOf(sealer, key, claims)
  return given.length === own.length && timingSafeEqual(given, own)
}

function write({ imageId, expiresAt }: ImageClaims): Buffer {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(expiresAt, 0, timeBytes)
  return Buffer.concat([Buffer.from(imageId.replaceAll('-', ''), 'hex'), time])
}

const macOf = (sealer: Sealer, key: DataKey, { imageId, expiresAt }: ImageClaims): Buffer =>
  sealer.mac(key, `image-link/${imageId}/${expiresAt}`).subarray(0, macBytes)
