// Links to images: to this service alone, signed under the key of their transaction, for some minutes by its clock.
import { timingSafeEqual } from 'node:crypto'
import type { DataKey, Sealer } from '#src/platform/seal/sealer.ts'

const idBytes = 16
const timeBytes = 6
const macBytes = 24

export type ImageLink = { readonly imageId: string; readonly expiresAt: number }

/** `expiresAt` is epoch ms of the transaction's clock. */
export function mintToken(sealer: Sealer, key: DataKey, link: ImageLink): string {
  return Buffer.concat([write(link), macOf(sealer, key, link)]).toString('base64url')
}

/** What a token says, before anybody has checked that it is ours; undefined for what is none. */
export function readToken(token: string): ImageLink | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + timeBytes + macBytes) return undefined
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

export function isOwnToken(sealer: Sealer, key: DataKey, token: string, link: ImageLink): boolean {
  const given = Buffer.from(token, 'base64url').subarray(idBytes + timeBytes)
  const own = macOf(sealer, key, link)
  return given.length === own.length && timingSafeEqual(given, own)
}

function write({ imageId, expiresAt }: ImageLink): Buffer {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(expiresAt, 0, timeBytes)
  return Buffer.concat([Buffer.from(imageId.replaceAll('-', ''), 'hex'), time])
}

const macOf = (sealer: Sealer, key: DataKey, { imageId, expiresAt }: ImageLink): Buffer =>
  sealer.mac(key, `image-link/${imageId}/${expiresAt}`).subarray(0, macBytes)
