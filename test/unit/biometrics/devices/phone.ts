// A phone as its page describes it, and events as it signs them.
import { createHash } from 'node:crypto'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import type { DeviceContext } from '#src/biometrics/devices/context.ts'
import { readEvent } from '#src/biometrics/devices/event.ts'
import { ordinaryPhone } from '#src/sandbox/outcomes/phone-device.ts'

export const now = Date.parse('2026-11-22T12:00:00Z')
export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
export const images = ['one', 'two', 'three', 'four'].map(hashOf)

const goodSignals = {
  ...ordinaryPhone,
  visitorId: 'visitor-1',
  camera: { label: 'camera2 1, facing front', inputs: 2 },
  geo: { latitude: -23.55, longitude: -46.63, accuracy: 20 },
}

export const payloadOf = (changed: object = {}, signals: object = {}) => ({
  v: 1,
  nonce: 'nonce-1',
  iat: now / 1_000,
  images,
  signals: { ...goodSignals, ...signals },
  ...changed,
})

export const keyPair = await generateKeyPair('ES256', { extractable: true })

export async function sign(
  payload: unknown,
  {
    jwk,
    alg = 'ES256',
    key = keyPair.privateKey,
  }: { jwk?: object; alg?: string; key?: CryptoKey } = {},
): Promise<string> {
  const own = jwk ?? (await exportJWK(keyPair.publicKey))
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg, typ: 'device-event+jws', jwk: own })
    .sign(key)
}

/** By a device that nobody else has. */
export async function signOnNewDevice(payload: unknown): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return sign(payload, { key: privateKey, jwk: await exportJWK(publicKey) })
}

/** Everything is as it should be, but for what a test changes. */
export async function contextOf(
  event: string | undefined,
  changed: Partial<DeviceContext> = {},
): Promise<DeviceContext> {
  return {
    event: await readEvent(event),
    arrivedAt: now,
    imageHashes: images,
    nonceHolds: true,
    network: { country: 'BR', latitude: -23.5, longitude: -46.6 },
    counts: { documentsOfDevice: 1, devicesOfDocument: 1, attemptsOfDevice: 1 },
    ...changed,
  }
}
