// Reads a device event, which is signed by a key that never leaves its device, unsigned, or unreadable. A signature
// proves possession of the key and that nothing was changed, but not an honest client.
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { DeviceEvent } from './schema.ts'

export type ReadEvent =
  | { readonly kind: 'missing' | 'unreadable' }
  | { readonly kind: 'plain'; readonly payload: DeviceEvent }
  | { readonly kind: 'signed'; readonly payload: DeviceEvent; readonly keyId: string }

export async function readEvent(event: string | undefined): Promise<ReadEvent> {
  const text = event?.trim() ?? ''
  if (text === '') return { kind: 'missing' }
  try {
    return isJws(text) ? await openJws(text) : { kind: 'plain', payload: parse(decodePlain(text)) }
  } catch {
    return { kind: 'unreadable' }
  }
}

const isJws = (text: string) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)

/** Throws for a text that is not signed by the P-256 key in its own header. */
async function openJws(text: string): Promise<ReadEvent> {
  const { alg, jwk } = decodeProtectedHeader(text)
  if (alg !== 'ES256' || jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || 'd' in jwk)
    throw new Error('not a public P-256 key')
  const { kty, crv, x, y } = jwk
  if (typeof x !== 'string' || typeof y !== 'string') throw new Error('not a point')
  const key = { kty, crv, x, y }
  const opened = await compactVerify(text, await importJWK(key, 'ES256'), { algorithms: ['ES256'] })
  return {
    kind: 'signed',
    keyId: await calculateJwkThumbprint(key),
    payload: parse(new TextDecoder('utf-8', { fatal: true }).decode(opened.payload)),
  }
}

/** JSON, or JSON in base64. */
const decodePlain = (text: string) =>
  text.startsWith('{') ? text : Buffer.from(text, 'base64').toString('utf8')

/**
 * Leaves out NUL and unpaired surrogates, which many readers refuse, because the event's texts are shown in answers.
 */
const parse = (text: string): DeviceEvent =>
  DeviceEvent.parse(
    JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
    ),
  )

/**
 * Names the device by its key, else by its visitor id, else by its visible properties; undefined without a readable
 * event.
 */
export function nameDevice(event: ReadEvent): string | undefined {
  if (event.kind === 'signed') return event.keyId
  if (event.kind !== 'plain') return undefined
  const { visitorId, ua, gpu, screen } = event.payload.signals
  if (visitorId) return isThumbprint(visitorId) ? hashText(`visitor ${visitorId}`) : visitorId
  if (!ua && !gpu && !screen) return undefined
  return hashText(JSON.stringify([ua, gpu, screen]))
}

/** Whether a name has the form of a key’s thumbprint, which only an event signed with that key may claim. */
const isThumbprint = (name: string): boolean => /^[\w-]{43}$/.test(name)

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The hash by which an event names an image, over the bytes as they were sent. */
export const hashImage = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url')
