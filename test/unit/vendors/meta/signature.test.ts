import { describe, expect, test } from 'vitest'
import { readHandshake, signMeta, verifyMetaSignature } from '#src/vendors/meta/signature.ts'

const secret = 'app-secret-for-tests'
const body = '{"object":"whatsapp_business_account","entry":[]}'
const signature = 'sha256=1ca363dab318df784e1963b29dca91e2098e6cf2fbf0d3c14e09580a90684a61'

describe('X-Hub-Signature-256', () => {
  test('the vector is what is signed, and believed', () => {
    expect(signMeta(secret, body)).toBe(signature)
    expect(signature).toHaveLength(71)
    expect(verifyMetaSignature(secret, Buffer.from(body), signature)).toBe(true)
  })

  test('the bytes count, not what they mean: an escaped accent is another body', () => {
    const escaped = '{"text":"N\\u00e3o"}'
    const plain = JSON.stringify(JSON.parse(escaped))
    const signed = signMeta(secret, escaped)
    expect(plain).not.toBe(escaped)
    expect(verifyMetaSignature(secret, Buffer.from(escaped), signed)).toBe(true)
    expect(verifyMetaSignature(secret, Buffer.from(plain), signed)).toBe(false)
  })

  test.each([
    ['without a header', secret, body, undefined],
    ['with an empty header', secret, body, ''],
    ['without its prefix', secret, body, signature.slice(7)],
    ['of another algorithm', secret, body, signature.replace('256', '1')],
    ['in capitals', secret, body, signature.toUpperCase()],
    ['longer than one', secret, body, `${signature}0`],
    ['of another secret', 'another', body, signature],
    ['of a body with a byte more', secret, `${body} `, signature],
    ['of an account without a secret', '', body, signMeta('', body)],
  ])('a request is not believed: %s', (_what, key, given, header) => {
    expect(verifyMetaSignature(key, Buffer.from(given), header)).toBe(false)
  })
})

describe('the handshake', () => {
  const query = (token: string, mode = 'subscribe') =>
    new URLSearchParams(`hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${token}`)

  test('is answered with the challenge to whoever knows our token', () => {
    expect(readHandshake('ours', query('ours'))).toBe('1158201444')
  })

  test.each([
    ['another token', 'ours', query('theirs')],
    ['no token', 'ours', query('')],
    ['another mode', 'ours', query('ours', 'unsubscribe')],
    ['no challenge', 'ours', new URLSearchParams('hub.mode=subscribe&hub.verify_token=ours')],
    ['no token of ours', '', query('')],
  ])('is not answered with %s', (_what, token, given) => {
    expect(readHandshake(token, given)).toBeUndefined()
  })
})
