// A secret is replaced without losing a callback: while the list has both, what either has signed is believed.
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { HttpOutcome } from '#src/journey/calls/http.ts'
import { createCredentials, listOf } from '#src/vendors/parts/credentials.ts'
import { createInfobip } from '#src/vendors/infobip/adapter.ts'
import { createMeta, type MetaOptions } from '#src/vendors/meta/adapter.ts'
import { signMeta } from '#src/vendors/meta/signature.ts'
import { createTwilio } from '#src/vendors/twilio/adapter.ts'
import { signTwilio } from '#src/vendors/twilio/signature.ts'
import { createZenvia, type ZenviaOptions } from '#src/vendors/zenvia/adapter.ts'
import { listen } from '#test/support/servers/listen.ts'
import { context, message, publicBaseUrl } from '#test/support/vendors/harness.ts'
import { startTwilio } from '#test/support/vendors/twilio.ts'

const accountSid = `AC${'0'.repeat(32)}`
type ApiKey = { sid: string; secret: string }
const twilio = (
  authToken: string | string[],
  baseUrl = 'http://127.0.0.1:9',
  apiKey?: readonly ApiKey[],
) =>
  createTwilio({
    id: 'a',
    accountSid,
    authToken,
    ...(apiKey && { apiKey: [...apiKey] }),
    senders: { sms: '+5511912340000' },
    baseUrl,
    publicBaseUrl,
    shared: false,
  })
const meta = (secret: string | string[], given: Partial<MetaOptions> = {}) =>
  createMeta({
    id: 'a',
    phoneNumberId: '10654',
    accessToken: 't',
    appSecret: secret,
    verifyToken: secret,
    senderNumber: '+5511912340000',
    templates: {},
    shared: false,
    ...given,
  })
const zenvia = (secret: string | string[], given: Partial<ZenviaOptions> = {}) =>
  createZenvia({ id: 'a', token: 't', secret, senders: { sms: 'acme' }, shared: false, ...given })

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
  (secret: string | string[]) => MessagingAccount,
  (by: string) => RawRequest,
][] = [
  ['Twilio', (secret) => twilio(secret), signTwilioWith],
  [
    'Meta',
    (secret) => meta(secret),
    (by) => request('/hooks/meta', '{}', { 'x-hub-signature-256': signMeta(by, '{}') }),
  ],
  ['Zenvia', (secret) => zenvia(secret), (by) => request(`/hooks/zenvia/${by}`, '{}', {})],
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

test('a request is repeated with the next credential of the list, and begins there from then on', async () => {
  const server = await startTwilio({ accountSid, authToken: 'new' })
  const account = twilio(['old', 'new'], server.url)
  expect(await account.send(message('sms'), context())).toMatchObject({ kind: 'accepted' })
  expect(await account.send(message('sms'), context())).toMatchObject({ kind: 'accepted' })
  expect(server.requests).toHaveLength(3)
  const strangers = twilio(['old', 'older'], server.url)
  expect(await strangers.send(message('sms'), context())).toMatchObject({ class: 'account' })
  await server.close()
})

describe('credentials of our own', () => {
  const answer = (status: number): HttpOutcome => ({ kind: 'answer', status, body: '' })
  const lost: HttpOutcome = { kind: 'lost', cause: 'timeout' }

  test('only what was surely refused for its credential is asked again', async () => {
    for (const outcome of [answer(200), answer(400), answer(500), lost]) {
      const asked: string[] = []
      const credentials = createCredentials(['a', 'b'])
      expect(await credentials.exchange(async (one) => (asked.push(one), outcome))).toEqual(outcome)
      expect(asked).toEqual(['a'])
    }
  })

  test('when none is believed the last refusal is the answer, and the first stays the first', async () => {
    const asked: string[] = []
    const credentials = createCredentials(listOf(['a', 'b']))
    for (const _ of [1, 2])
      expect(await credentials.exchange(async (one) => (asked.push(one), answer(401)))).toEqual(
        answer(401),
      )
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })

  test.for<[string, (url: string) => MessagingAccount, object, string, readonly string[]]>([
    [
      'Meta, that names an expired token with any status',
      (graphUrl) => meta('s', { graphUrl, accessToken: ['old', 'new'] }),
      { status: 400, body: { error: { code: 190 } } },
      'authorization',
      ['Bearer old', 'Bearer new'],
    ],
    [
      'Zenvia',
      (baseUrl) => zenvia('s', { baseUrl, token: ['old', 'new'] }),
      { status: 401, body: {} },
      'x-api-token',
      ['old', 'new'],
    ],
    [
      'Infobip',
      (baseUrl) =>
        createInfobip({
          id: 'a',
          baseUrl,
          apiKey: ['old', 'new'],
          secret: 'a-secret-of-the-path',
          senders: { sms: 'acme' },
          publicBaseUrl,
          shared: false,
        }),
      { status: 401, body: {} },
      'authorization',
      ['App old', 'App new'],
    ],
    [
      'Twilio, by API keys',
      (baseUrl) =>
        twilio(
          't',
          baseUrl,
          ['old', 'new'].map((secret) => ({ sid: 'SK', secret })),
        ),
      { status: 401, body: { code: 20_003 } },
      'authorization',
      ['old', 'new'].map((one) => `Basic ${Buffer.from(`SK:${one}`).toString('base64')}`),
    ],
  ])('%s', async ([, open, refusal, header, expected]) => {
    const { status, body } = { status: 401, body: {}, ...refusal }
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers[header])
      response.statusCode = seen.length === 1 ? status : 503
      response.end(JSON.stringify(body))
    })
    const port = await listen(server)
    const account = open(`http://127.0.0.1:${port}`)
    const channel = account.channels[0] ?? 'sms'
    await account.send(message(channel), context())
    server.close()
    expect(seen).toEqual(expected)
  })
})
