// What receivers check: `v1` by the library of the specification, `v1a` by the public key alone.
import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeSecret, openSigner, showSecret, signHeaders } from '#src/journey/receivers/signing.ts'

const message = (body = '{"a":1}') => ({ id: 'e1', body, sentAt: Date.now() })

/** As a receiver does that has the public key and nothing else. */
function checkPublic(publicKey: string, headers: Record<string, string>, body: string): boolean {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const raw = Buffer.from(publicKey.replace('whpk_', ''), 'base64')
  const key = createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' })
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .some((one) => verify(null, Buffer.from(content), key, Buffer.from(one.slice(4), 'base64')))
}

test('the library of Standard Webhooks takes what we sign, and nothing that was changed', () => {
  const { secret } = makeSecret()
  const receiver = new Webhook(showSecret(secret))
  fc.assert(
    fc.property(fc.json(), (body) => {
      const headers = signHeaders([openSigner(secret)], message(body))
      expect(receiver.verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => receiver.verify(`${body} `, headers)).toThrow('signature')
      expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'e2' })).toThrow('signature')
    }),
    { numRuns: 20 },
  )
})

test('the public key checks v1a, and no other key does', () => {
  const [one, other] = [makeSecret(), makeSecret()]
  const headers = signHeaders([openSigner(one.secret)], message())
  expect(checkPublic(one.shown.publicKey, headers, '{"a":1}')).toBe(true)
  expect(checkPublic(one.shown.publicKey, headers, '{"a":2}')).toBe(false)
  expect(checkPublic(other.shown.publicKey, headers, '{"a":1}')).toBe(false)
})

test('two secrets sign until the first has expired, and what is shown of them is not secret', () => {
  const [old, next] = [makeSecret(), makeSecret()]
  const ending = { ...old.secret, expiresAt: new Date(Date.now() + 60_000).toISOString() }
  const signers = [ending, next.secret].map(openSigner)
  const headers = signHeaders(signers, message())
  for (const { secret } of [old, next])
    expect(new Webhook(showSecret(secret)).verify('{"a":1}', headers)).toEqual({ a: 1 })
  const later = signHeaders(signers, { ...message(), sentAt: Date.now() + 61_000 })
  expect(later['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(JSON.stringify(old.shown)).not.toContain(old.secret.secret)
  expect(JSON.stringify(old.shown)).not.toContain(old.secret.privateKey)
})
