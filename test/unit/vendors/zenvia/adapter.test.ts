import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createZenvia, type ZenviaOptions } from '#src/vendors/zenvia/adapter.ts'
import { context, latest, message, publicBaseUrl } from '#test/support/vendors/harness.ts'
import { startZenvia, type ZenviaServer } from '#test/support/vendors/zenvia.ts'

const recordId = '0198f0aa-0000-7000-8000-000000000001'
const secret = 'path secret/with?signs'

describe('Zenvia', () => {
  let server: ZenviaServer
  const create = (given: Partial<ZenviaOptions> = {}) =>
    createZenvia({
      id: 'zenvia-main',
      token: server.token,
      secret,
      senders: { sms: 'acme-sms', whatsapp: 'acme-whatsapp' },
      baseUrl: server.url,
      shared: false,
      ...given,
    })
  const post = (body: string, path = encodeURIComponent(secret)) => ({
    method: 'POST',
    url: `${publicBaseUrl}/hooks/zenvia/${path}`,
    headers: { 'content-type': 'application/json' },
    rawBody: Buffer.from(body),
  })
  const events = (body: string, given: Partial<ZenviaOptions> = {}) =>
    create(given).parseWebhook(post(body))
  const send = async (channel: 'sms' | 'whatsapp', given: Partial<ZenviaOptions> = {}) => {
    const result = await create(given).send(message(channel), context({ recordId, attempt: 2 }))
    expect(result).toEqual({ kind: 'accepted', providerMsgId: latest(server.messages).id })
    return latest(server.messages)
  }

  beforeEach(async () => {
    server = await startZenvia()
  })
  afterEach(() => server.close())

  test('an SMS goes as text to digits, and carries record and attempt', async () => {
    expect(await send('sms')).toMatchObject({
      channel: 'sms',
      from: 'acme-sms',
      to: '5511987654321',
      externalId: `${recordId}.2`,
      content: { type: 'text', text: message('sms').text },
    })
  })

  test('WhatsApp takes a template with named fields, the payloads after the variables', async () => {
    const template = { templateId: 'c2c3', fields: ['company', 'line', 'yes', 'no', 'unused'] }
    const given = { templates: { 'whatsapp-2fa': { 'pt-BR': template } } }
    expect((await send('whatsapp', given)).content).toEqual({
      type: 'template',
      templateId: 'c2c3',
      fields: {
        company: 'Acme',
        line: 'segunda linha',
        yes: 'v1.0198f0aa.1.k3f9',
        no: 'v1.0198f0aa.2.p0aa',
      },
    })
  })

  test('without a template WhatsApp gets buttons', async () => {
    expect((await send('whatsapp')).content).toEqual({
      type: 'button',
      body: message('whatsapp').text,
      buttons: [
        { id: 'v1.0198f0aa.1.k3f9', title: 'Sim' },
        { id: 'v1.0198f0aa.2.p0aa', title: 'Não' },
      ],
    })
  })

  test('an SMS holds no letter that Zenvia’s alphabet lacks', async () => {
    await create().send(message('sms', { text: 'Açaí é à Ç ñ | ok' }), context())
    const { contents } = JSON.parse(server.requests.at(-1)?.body ?? '{}')
    expect(contents).toEqual([{ type: 'text', text: 'Açaí e a C n / ok' }])
  })

  test.each([
    ['AUTHENTICATION_ERROR', 401, 'account', 'zenvia-authentication-error'],
    ['NOT_FOUND', 404, 'account', 'zenvia-not-found'],
    ['VALIDATION_ERROR', 400, 'content', 'zenvia-validation-error'],
    ['DUPLICATED', 409, 'content', 'zenvia-duplicated'],
    ['QUOTED 5511987654321', 400, 'unknown', 'zenvia-http-400'],
  ])('the error %s becomes its class', async (refuse, status, expected, code) => {
    server.behaviour = { refuse, status }
    const result = await create().send(message('sms'), context())
    expect(result).toEqual({ kind: 'rejected', class: expected, code })
  })

  test.each([
    ['SENT', 'sent'],
    ['DELIVERED', 'delivered'],
    ['READ', 'read'],
    ['NOT_DELIVERED', 'failed'],
    ['REJECTED', 'failed'],
  ])('the status %s says %s of its record', async (code, deliveryStatus) => {
    const sent = await send('sms')
    expect(events(server.statusOf(sent, code))).toMatchObject([
      { kind: 'status', deliveryStatus, providerMsgId: sent.id, recordId, at: expect.any(Number) },
    ])
  })

  test.each(['CLICKED', 'VERIFIED', 'DELETED', 'constructor'])('%s says nothing', async (code) => {
    expect(events(server.statusOf(await send('sms'), code))).toEqual([])
  })

  test('a failure goes by WhatsApp’s code, by the account’s table, else by the state', async () => {
    const sent = await send('whatsapp')
    const failed = (channelErrorCode: unknown, given: Partial<ZenviaOptions> = {}) => {
      const causes = [{ channelErrorCode, reason: '5511987654321', details: '5511987654321' }]
      const [event] = events(server.statusOf(sent, 'NOT_DELIVERED', causes), given)
      return event?.kind === 'status' ? event.failure : undefined
    }
    expect(failed('131026')).toEqual({ class: 'recipient', code: 'zenvia-131026' })
    expect(failed('4711')).toEqual({ class: 'recipient-transient', code: 'zenvia-4711' })
    expect(failed('to 5511987654321')).toEqual({
      class: 'recipient-transient',
      code: 'zenvia-not-delivered',
    })
    const failureClasses = { 4711: 'optout' } as const
    expect(failed('4711', { failureClasses })).toMatchObject({ class: 'optout' })
  })

  test('an older subscription names the message alone', () => {
    const body = {
      type: 'MESSAGE_STATUS',
      messageId: 'm1',
      messageStatus: { code: 'SENT', timestamp: '2026-11-21T15:00:00Z' },
    }
    expect(events(JSON.stringify(body))).toEqual([
      {
        kind: 'status',
        dedupeKey: 'status:m1:SENT',
        providerMsgId: 'm1',
        deliveryStatus: 'sent',
        at: Date.parse('2026-11-21T15:00:00Z'),
      },
    ])
  })

  test('an answer names who wrote to which sender; a tap brings its payload', async () => {
    const sent = await send('whatsapp')
    const [tapped] = events(server.answerTo(sent, 'Sim', 'v1.0198f0aa.1.k3f9'))
    expect(tapped).toMatchObject({
      kind: 'inbound',
      from: '+5511987654321',
      to: 'acme-whatsapp',
      text: 'Sim',
      payload: 'v1.0198f0aa.1.k3f9',
    })
    expect(events(server.answerTo(sent, '1'))[0]).not.toHaveProperty('payload')
    // What we sent is reported to the same webhook.
    const echo = server.answerTo(sent, 'Sim').replaceAll('"IN"', '"OUT"')
    expect(events(echo)).toEqual([])
  })

  test('a token that HTTP cannot carry sends nothing, and is not quoted', async () => {
    const result = await create({ token: 'segredo\nlinha' }).send(message('sms'), context())
    expect(result).toEqual({ kind: 'deferred', class: 'transient', code: 'unreachable-invalid' })
    expect(() => create({ baseUrl: 'nowhere' })).toThrow(/URL/)
  })

  test('only who knows the path is believed', () => {
    expect(create().verifyWebhook(post('{}'))).toBe(true)
    for (const path of ['', 'guess', `${encodeURIComponent(secret)}x`, '%E0%A4%A', 'a/../b']) {
      expect(create().verifyWebhook(post('{}', path))).toBe(false)
    }
    expect(create({ secret: '' }).verifyWebhook(post('{}', ''))).toBe(false)
  })

  test.each(['', '[]', '{"id":"1"}', '{"segredo":5511987654321'])(
    'a body that is none throws without quoting it: %j',
    (body) => {
      expect(() => events(body)).toThrow('not an event of Zenvia')
      expect(() => events(body)).not.toThrow(/segredo/)
    },
  )
})
