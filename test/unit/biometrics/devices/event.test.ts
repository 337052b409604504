import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { hashImage, nameDevice, readEvent } from '#src/biometrics/devices/event.ts'
import { hashOf, keyPair, payloadOf, sign } from './phone.ts'

describe('a device event', () => {
  test('that is signed names its device by the thumbprint of its key', async () => {
    const event = await readEvent(await sign(payloadOf()))
    expect(event.kind).toBe('signed')
    expect(nameDevice(event)).toBe(await calculateJwkThumbprint(await exportJWK(keyPair.publicKey)))
  })

  test('that is JSON, or JSON in base64, is plain', async () => {
    const json = JSON.stringify(payloadOf())
    expect((await readEvent(json)).kind).toBe('plain')
    const event = await readEvent(Buffer.from(json).toString('base64'))
    expect(event.kind).toBe('plain')
    expect(nameDevice(event)).toBe('visitor-1')
  })

  test('that is not signed cannot name the device of a key', async () => {
    const signed = nameDevice(await readEvent(await sign(payloadOf()))) ?? ''
    const plain = await readEvent(JSON.stringify(payloadOf({}, { visitorId: signed })))
    expect(nameDevice(plain)).toMatch(/^[\w-]{43}$/)
    expect(nameDevice(plain)).not.toBe(signed)
  })

  test('without a key or a visitor id names its device by what can be seen', async () => {
    const name = async (signals: object) =>
      nameDevice(
        await readEvent(JSON.stringify(payloadOf({}, { visitorId: undefined, ...signals }))),
      )
    expect(await name({})).toMatch(/^[\w-]{43}$/)
    expect(await name({})).toBe(await name({}))
    expect(await name({ gpu: 'other' })).not.toBe(await name({}))
    expect(nameDevice(await readEvent(JSON.stringify(payloadOf({ signals: {} }))))).toBeUndefined()
  })

  test('is read without NUL and half surrogate pairs, because its words are answered', async () => {
    const event = await readEvent(JSON.stringify(payloadOf({}, { platform: 'A\0n\ud800' })))
    expect(event).toMatchObject({ payload: { signals: { platform: 'An\ufffd' } } })
  })

  test.each([undefined, '', '  '])('that is not there is missing: %j', async (event) => {
    expect(await readEvent(event)).toEqual({ kind: 'missing' })
  })

  test.each([
    ['opaque bytes', async () => 'eyJvcGFxdWU_of_a_foreign_sdk'],
    [
      'a private key in the header',
      async () => sign(payloadOf(), { jwk: await exportJWK(keyPair.privateKey) }),
    ],
    [
      'another curve',
      async () => {
        const { publicKey } = await generateKeyPair('ES384')
        return sign(payloadOf(), { jwk: await exportJWK(publicKey) })
      },
    ],
    [
      'RS256',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
        return sign(payloadOf(), { jwk: await exportJWK(publicKey), alg: 'RS256', key: privateKey })
      },
    ],
    [
      'another key than it names',
      async () => {
        const { publicKey } = await generateKeyPair('ES256')
        return sign(payloadOf(), { jwk: await exportJWK(publicKey) })
      },
    ],
    [
      'a changed payload',
      async () => {
        const [head, , signature] = (await sign(payloadOf())).split('.')
        const other = Buffer.from(JSON.stringify(payloadOf({ nonce: 'other' }))).toString(
          'base64url',
        )
        return [head, other, signature].join('.')
      },
    ],
    ['no signature', async () => (await sign(payloadOf())).split('.').slice(0, 2).join('.') + '.'],
    ['no images', async () => sign(payloadOf({ images: undefined }))],
    ['no nonce', async () => sign(payloadOf({ nonce: undefined }))],
    ['no time', async () => JSON.stringify(payloadOf({ iat: undefined }))],
    [
      'a coordinate that is text',
      async () => JSON.stringify(payloadOf({}, { geo: { latitude: '1', longitude: 2 } })),
    ],
    ['a number', async () => '1'],
  ])('with %s cannot be read', async (_, make) => {
    expect(await readEvent(await make())).toEqual({ kind: 'unreadable' })
  })

  test('names images by their bytes', () => {
    expect(hashImage(Buffer.from('one'))).toBe(hashOf('one'))
  })
})
