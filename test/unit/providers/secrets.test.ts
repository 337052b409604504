// A secret is replaced without losing a callback: while the list has both, what either has signed is believed.
import { describe, expect, test } from 'vitest'
import type { MessagingProvider, RawRequest } from '#src/challenges/port.ts'
import { createMeta } from '#src/providers/meta/adapter.ts'
import { signMeta } from '#src/providers/meta/signature.ts'
import { createTwilio } from '#src/providers/twilio/adapter.ts'
import { signTwilio } from '#src/providers/twilio/signature.ts'
import { createZenvia } from '#src/providers/zenvia/adapter.ts'
import { context, message, publicBaseUrl } from '#test/support/vendors/harness.ts'
import { startTwilio } from '#test/support/vendors/twilio.ts'

const accountSid = `AC${'0'.repeat(32)}`
const twilio = (authToken: string | string[], baseUrl = 'http://127.0.0.1:9') =>
  createTwilio({
    id: 'a',
    accountSid,
    authToken,
    senders: { sms: '+5511912340000' },
    baseUrl,
    publicBaseUrl,
    shared: false,
  })
const meta = (secret: string | string[]) =>
  createMeta({
    id: 'a',
    phoneNumberId: '10654',
    accessToken: 't',
    appSecret: secret,
    verifyToken: secret,
    senderNumber: '+5511912340000',
    templates: {},
    shared: false,
  })
const zenvia = (secret: string | string[]) =>
  createZenvia({ id: 'a', token: 't', secret, senders: { sms: 'acme' }, shared: false })

const request = (path: string, body: string, headers: Record<string, string>): RawRequest => ({
  method: 'POST',
  url: publicBaseUrl + path,
  headers,
  rawBody: Buffer.from(body),
})

function signTwilioWith(secret: string): RawRequest {
  const path = '/hooks/twilio/status'
  const params = { AccountSid: accountSid, MessageSid: 'SM1', MessageStatus: 'sent' }
  const signature = signTwilio(secret, publicBaseUrl + path, params)
  const type = 'application/x-www-form-urlencoded'
  const headers = { 'content-type': type, 'x-twilio-signature': signature }
  return request(path, new URLSearchParams(params).toString(), headers)
}

const kinds: [
  string,
  (secret: string | string[]) => MessagingProvider,
  (by: string) => RawRequest,
][] = [
  ['Twilio', twilio, signTwilioWith],
  [
    'Meta',
    meta,
    (by) => request('/hooks/meta', '{}', { 'x-hub-signature-256': signMeta(by, '{}') }),
  ],
  ['Zenvia', zenvia, (by) => request(`/hooks/zenvia/${by}`, '{}', {})],
]

describe.each(kinds)('%s', (_, open, sign) => {
  test('what any secret of the list has signed is believed, and nothing else', () => {
    const account = open(['the-new-secret-of-two', 'the-old-secret-of-two'])
    expect(account.verifyWebhook(sign('the-new-secret-of-two'))).toBe(true)
    expect(account.verifyWebhook(sign('the-old-secret-of-two'))).toBe(true)
    expect(account.verifyWebhook(sign('the-secret-of-somebody'))).toBe(false)
    expect(open('the-new-secret-of-two').verifyWebhook(sign('the-old-secret-of-two'))).toBe(false)
  })
})

test('Meta’s question is answered for each token of the list', () => {
  const ask = (token: string) =>
    meta(['new', 'old']).handshake?.(
      new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1',
      }),
    )
  expect(['new', 'old', 'other'].map(ask)).toEqual(['1', '1', undefined])
})

test('requests are sent with the first of the list', async () => {
  const server = await startTwilio({ accountSid, authToken: 'new' })
  const sent = await twilio(['new', 'old'], server.url).send(message('sms'), context())
  const other = await twilio(['old', 'new'], server.url).send(message('sms'), context())
  expect([sent.kind, other.kind]).toEqual(['accepted', 'rejected'])
  await server.close()
})
