import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTwilio, type TwilioOptions } from '#src/vendors/twilio/adapter.ts'
import { context, latest, message, phone, publicBaseUrl } from '#test/support/vendors/harness.ts'
import { startTwilio, type TwilioServer } from '#test/support/vendors/twilio.ts'

const recordId = '0198f0aa-0000-7000-8000-000000000001'
const service = 'MG00000000000000000000000000000001'

describe('a message over Twilio', () => {
  let server: TwilioServer
  const create = (given: Partial<TwilioOptions> = {}) =>
    createTwilio({
      id: 'twilio-main',
      accountSid: server.accountSid,
      authToken: server.authToken,
      senders: { sms: '+5511912340000', whatsapp: '+5511912340000' },
      baseUrl: server.url,
      publicBaseUrl,
      shared: false,
      ...given,
    })
  const sent = () => Object.fromEntries(latest(server.messages).params)

  beforeEach(async () => {
    server = await startTwilio()
  })
  afterEach(() => server.close())

  test('an SMS names its callback, how long it is worth sending, and nothing that it must not', async () => {
    await create().send(message('sms', { validSeconds: 540.7 }), context({ recordId, attempt: 2 }))
    expect(sent()).toEqual({
      To: phone,
      From: '+5511912340000',
      Body: message('sms').text,
      StatusCallback: `${publicBaseUrl}/hooks/twilio/status?rid=${recordId}.2#rc=3&rp=5xx,ct,rt`,
      ValidityPeriod: '540',
      Attempt: '2',
      SmartEncoded: 'true',
    })
    expect(latest(server.requests).url.pathname).toBe(
      `/2010-04-01/Accounts/${server.accountSid}/Messages.json`,
    )
  })

  test.each([
    [0.5, '1'],
    [90_000, '36000'],
  ])('a validity of %s seconds is brought to what Twilio takes', async (validSeconds, expected) => {
    await create().send(message('sms', { validSeconds }), context())
    expect(sent()).toHaveProperty('ValidityPeriod', expected)
  })

  test('the guard against pumping and the retention are as the account says', async () => {
    await create({ riskCheck: 'disable', contentRetention: 'discard' }).send(
      message('sms'),
      context(),
    )
    expect(sent()).toMatchObject({ RiskCheck: 'disable', ContentRetention: 'discard' })
  })

  test('a Messaging Service alone chooses the number, and stands for the sender', async () => {
    const account = create({ senders: {}, messagingServiceSid: service })
    expect(account.senders).toEqual({ sms: service })
    expect(account.channels).toEqual(['sms'])
    await account.send(message('sms'), context())
    expect(sent()).toMatchObject({ MessagingServiceSid: service })
    expect(sent()).not.toHaveProperty('From')
  })

  test('a Messaging Service with a number sends from it, and only SMS', async () => {
    const account = create({ messagingServiceSid: service })
    await account.send(message('sms'), context())
    expect(sent()).toMatchObject({ MessagingServiceSid: service, From: '+5511912340000' })
    await account.send(message('whatsapp'), context())
    expect(sent()).not.toHaveProperty('MessagingServiceSid')
  })

  test('an API key authenticates in the token’s place, which still signs callbacks', async () => {
    const apiKey = { sid: 'SK00000000000000000000000000000001', secret: server.authToken }
    const account = create({ apiKey, authToken: 'signs-callbacks' })
    expect((await account.send(message('sms'), context())).kind).toBe('accepted')
    const wrong = create({ apiKey: { ...apiKey, secret: 'wrong' } })
    expect(await wrong.send(message('sms'), context())).toEqual({
      kind: 'rejected',
      class: 'account',
      code: 'twilio-20003',
    })
  })

  test('WhatsApp takes the template of its language, its variables in their order', async () => {
    const account = create({ contentSids: { 'whatsapp-2fa': { 'pt-BR': 'HX01', en: 'HX02' } } })
    await account.send(message('whatsapp'), context())
    expect(sent()).toMatchObject({
      To: `whatsapp:${phone}`,
      From: 'whatsapp:+5511912340000',
      ContentSid: 'HX01',
      ContentVariables: '{"1":"Acme","2":"segunda linha"}',
    })
    expect(sent()).not.toHaveProperty('Body')
    expect(sent()).not.toHaveProperty('SmartEncoded')
    await account.send(message('whatsapp', { language: 'en' }), context())
    expect(sent()).toHaveProperty('ContentSid', 'HX02')
    await account.send(message('whatsapp', { language: 'fr' }), context())
    expect(sent()).toHaveProperty('ContentSid', 'HX01')
  })

  test('a template whose buttons take ids gets the signed payloads after its variables', async () => {
    const content = { sid: 'HX01', payloads: true }
    const account = create({ contentSids: { 'whatsapp-2fa': { 'pt-BR': content } } })
    await account.send(message('whatsapp'), context())
    expect(JSON.parse(sent()['ContentVariables'] ?? '')).toEqual({
      1: 'Acme',
      2: 'segunda linha',
      3: 'v1.0198f0aa.1.k3f9',
      4: 'v1.0198f0aa.2.p0aa',
    })
  })

  test('without a template WhatsApp gets the text, for those who have just written', async () => {
    await create().send(message('whatsapp'), context())
    expect(sent()).toMatchObject({ To: `whatsapp:${phone}`, Body: message('whatsapp').text })
  })

  test.each([
    [21_211, { kind: 'rejected', class: 'recipient', code: 'twilio-21211' }],
    [21_610, { kind: 'rejected', class: 'optout', code: 'twilio-21610' }],
    [21_617, { kind: 'rejected', class: 'content', code: 'twilio-21617' }],
    [21_608, { kind: 'rejected', class: 'account', code: 'twilio-21608' }],
    [60_410, { kind: 'rejected', class: 'fraud', code: 'twilio-60410' }],
    [21_611, { kind: 'deferred', class: 'rate', code: 'twilio-21611' }],
    [30_410, { kind: 'deferred', class: 'transient', code: 'twilio-30410' }],
    [21_612, { kind: 'rejected', class: 'recipient-later', code: 'twilio-21612' }],
    [21_659, { kind: 'rejected', class: 'account', code: 'twilio-21659' }],
    [12_345, { kind: 'rejected', class: 'unknown', code: 'twilio-12345' }],
  ])('the refusal %s becomes its class', async (refuse, expected) => {
    server.behaviour = { refuse }
    expect(await create().send(message('sms'), context())).toEqual(expected)
    expect(server.messages).toEqual([])
  })

  test('too many requests wait as long as Twilio says', async () => {
    server.behaviour = { refuse: 20_429, status: 429, retryAfter: 5 }
    expect(await create().send(message('sms'), context())).toEqual({
      kind: 'deferred',
      class: 'rate',
      code: 'twilio-20429',
      retryAfterMs: 5000,
    })
  })

  test('an account’s own classes come before those of the table', async () => {
    server.behaviour = { refuse: 21_211 }
    const account = create({ failureClasses: { 21211: 'account', '30000-30999': 'optout' } })
    expect(await account.send(message('sms'), context())).toMatchObject({ class: 'account' })
    server.behaviour = { refuse: 30_999 }
    expect(await account.send(message('sms'), context())).toMatchObject({ class: 'optout' })
  })

  test('a callback that names another account is not believed, though its signature holds', async () => {
    await create().send(message('sms'), context())
    const { url, headers, body } = server.statusOf(latest(server.messages), 'sent')
    const request = { method: 'POST', url, headers, rawBody: Buffer.from(body) }
    expect(create().verifyWebhook(request)).toBe(true)
    const other = create({ accountSid: 'AC00000000000000000000000000000009' })
    expect(other.verifyWebhook(request)).toBe(false)
  })
})
