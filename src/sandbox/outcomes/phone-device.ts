// The device for chosen outcomes: a phone as its page would describe it, with a key of its own.
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { hashImage } from '#src/biometrics/devices/event.ts'

export const ordinaryPhone = {
  ua: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  uaData: { mobile: true, platform: 'Android', platformVersion: '15', model: 'Pixel 9' },
  platform: 'Linux armv81',
  languages: ['pt-BR', 'en-US'],
  tz: 'America/Sao_Paulo',
  screen: { width: 412, height: 915 },
  window: { width: 412, height: 800 },
  touch: 5,
  plugins: 0,
  gpu: 'Mali-G715',
  webdriver: false,
  chrome: true,
} as const

type Event = {
  readonly nonce: string
  readonly transaction: string
  readonly images: readonly Uint8Array[]
  readonly camera?: string
}

/** A compact JWS, in the form of the face island. */
export async function signAsPhone({
  nonce,
  transaction,
  images,
  camera = 'camera2 1, facing front',
}: Event): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const payload = {
    v: 1,
    nonce,
    iat: Math.floor(Date.now() / 1_000),
    tx: transaction,
    images: images.map(hashImage),
    signals: { ...ordinaryPhone, camera: { label: camera, inputs: 2 } },
  }
  const header = { alg: 'ES256', typ: 'device-event+jws', jwk: await exportJWK(publicKey) }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader(header)
    .sign(privateKey)
}
