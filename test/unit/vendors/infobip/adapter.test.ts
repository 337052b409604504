import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInfobip, type InfobipOptions } from '#src/vendors/infobip/adapter.ts'
import { InfobipAccount } from '#src/vendors/infobip/config.ts'
import { context, latest, message, publicBaseUrl } from '#test/support/vendors/harness.ts'
import { type InfobipServer, startInfobip } from '#test/support/vendors/infobip.ts'

const recordId = '0198f0aa-0000-7000-8000-000000000001'
const attemptId = '0198f0aa-0000-7000-8000-000000000002'
const secret = 'path secret/with?signs'

describe('Infobip', () => {
  let server: InfobipServer
  const create = (given: Partial<InfobipOptions> = {}) =>
    createInfobip({
      id: 'infobip-main',
      apiKey: server.apiKey,
      secret,
      senders: { sms: 'ACME', whatsapp: '+5511912340002' },
      baseUrl: server.url,
      publicBaseUrl,
      shared: false,
      ...given,
    })
  const post = (body: string, path = encodeURIComponent(secret)) => ({
    method: 'POST',
    url: `${publicBaseUrl}/hooks/infobip/${path}`,
    headers: { 'content-type': 'application/json' },
    rawBody: Buffer.from(body),
  })
  const events = (body: string, given: Partial<InfobipOptions> = {}) =>
    create(given).parseWebhook(post(body))
  const ctx = () => context({ recordId, attempt: 2, attemptId })
  const send = async (channel: 'sms' | 'whatsapp', given: Partial<InfobipOptions> = {}) => {
    const result = await create(given).send(message(channel), ctx())
    expect(result).toEqual({ kind: 'accepted', providerMsgId: attemptId })
    return latest(server.messages)
  }
  const body = () => JSON.parse(server.requests.at(-1)?.body ?? '')

  beforeEach(async () => {
    server = await startInfobip()
  })
  afterEach(() => server.close())

  test('an SMS bears our id, its validity, and where to report; record and attempt come back', async () => {
    const sent = await send('sms')
    const notifyUrl = `${publicBaseUrl}/hooks/infobip/path%20secret%2Fwith%3Fsigns`
    expect(sent).toMatchObject({ id: attemptId, from: 'ACME', to: '5511987654321', notifyUrl })
    expect(body()).toEqual({
      messages: [
        {
          sender: 'ACME',
          destinations: [{ to: '5511987654321', messageId: attemptId }],
          content: { text: message('sms').text },
          options: { validityPeriod: { amount: 10, timeUnit: 'MINUTES' } },
          webhooks: {
            delivery: { url: notifyUrl, intermediateReport: true },
            contentType: 'application/json',
            callbackData: `${recordId}.2`,
          },
        },
      ],
    })
  })

  test('WhatsApp takes an approved template, with variables and payloads', async () => {
    const templates = { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } }
    const sent = await send('whatsapp', { templates })
    expect(sent).toMatchObject({ path: '/whatsapp/1/message/template', from: '5511912340002' })
    expect(sent.content).toEqual({
      templateName: 'confirm',
      templateData: {
        body: { placeholders: ['Acme', 'segunda linha'] },
        buttons: [
          { type: 'QUICK_REPLY', parameter: 'v1.0198f0aa.1.k3f9' },
          { type: 'QUICK_REPLY', parameter: 'v1.0198f0aa.2.p0aa' },
        ],
      },
      language: 'pt_BR',
    })
  })

  test('without a template WhatsApp gets buttons, and a text where there are none', async () => {
    expect((await send('whatsapp')).content).toMatchObject({
      body: { text: message('whatsapp').text },
      action: { buttons: [{ type: 'REPLY', id: 'v1.0198f0aa.1.k3f9', title: 'Sim' }, {}] },
    })
    await create().send(message('whatsapp', { options: [] }), ctx())
    expect(latest(server.messages)).toMatchObject({ path: '/whatsapp/1/message/text' })
  })

  test.each([
    ['REJECTED_NETWORK', undefined, 'recipient', 'infobip-rejected-network'],
    ['REJECTED_DND', undefined, 'optout', 'infobip-rejected-dnd'],
    ['REJECTED_NOT_ENOUGH_CREDITS', undefined, 'account', 'infobip-rejected-not-enough-credits'],
    ['REJECTED_FLOODING_FILTER', undefined, 'fraud', 'infobip-rejected-flooding-filter'],
    ['UNAUTHORIZED', 401, 'account', 'infobip-unauthorized'],
    ['BAD_REQUEST', 400, 'content', 'infobip-bad-request'],
    ['to 5511987654321', 403, 'account', 'infobip-http-403'],
  ])('the refusal %s becomes its class', async (refuse, status, expected, code) => {
    server.behaviour = { refuse, ...(status !== undefined && { status }) }
    const result = await create().send(message('sms'), ctx())
    expect(result).toEqual({ kind: 'rejected', class: expected, code })
  })

  test.each([
    ['PENDING', 'PENDING_ENROUTE', 'sent'],
    ['DELIVERED', 'DELIVERED_TO_OPERATOR', 'sent'],
    ['DELIVERED', 'DELIVERED_TO_HANDSET', 'delivered'],
    ['UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED', 'failed'],
    ['EXPIRED', 'EXPIRED_EXPIRED', 'failed'],
    ['REJECTED', 'REJECTED_NETWORK', 'failed'],
  ])('the state %s, %s says %s of its record', async (group, name, deliveryStatus) => {
    const sent = await send('sms')
    const at = Date.parse('2026-11-21T15:00:02Z')
    expect(events(server.reportOf(sent, [group, name]))).toMatchObject([
      { kind: 'status', deliveryStatus, providerMsgId: attemptId, recordId, at },
    ])
  })

  test('what waits on their side, and what is unknown, says nothing; a list may hold several', async () => {
    const sent = await send('sms')
    expect(events(server.reportOf(sent, ['PENDING', 'PENDING_ACCEPTED']))).toEqual([])
    expect(events(server.reportOf(sent, ['constructor', 'constructor']))).toEqual([])
    const one = JSON.parse(server.reportOf(sent, ['PENDING', 'PENDING_ENROUTE'])).results[0]
    const other = JSON.parse(server.reportOf(sent, ['DELIVERED', 'DELIVERED_TO_HANDSET']))
      .results[0]
    const statuses = events(JSON.stringify({ results: [one, other, 'noise'] }))
    expect(statuses).toMatchObject([{ deliveryStatus: 'sent' }, { deliveryStatus: 'delivered' }])
  })

  test('a failure goes by the operator’s error, by the account’s table, else by the state', async () => {
    const sent = await send('sms')
    const failed = (error: string, given: Partial<InfobipOptions> = {}) => {
      const state = ['UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED'] as const
      const [event] = events(server.reportOf(sent, state, error), given)
      return event?.kind === 'status' ? event.failure : undefined
    }
    expect(failed('EC_UNKNOWN_SUBSCRIBER')).toEqual({
      class: 'recipient',
      code: 'infobip-ec-unknown-subscriber',
    })
    expect(failed('to 5511987654321')).toEqual({
      class: 'recipient-transient',
      code: 'infobip-undeliverable-not-delivered',
    })
    const failureClasses = { EC_OR_NOT_ALLOWED: 'fraud' } as const
    expect(failed('EC_OR_NOT_ALLOWED', { failureClasses })).toMatchObject({ class: 'fraud' })
  })

  test('a message that was seen is read', async () => {
    expect(events(server.seenOf(await send('whatsapp')))).toMatchObject([
      { kind: 'status', deliveryStatus: 'read', providerMsgId: attemptId },
    ])
  })

  test('an answer names who wrote to which sender; a tap brings its payload and the message', async () => {
    const [typed] = events(server.answerTo(await send('sms'), '1'))
    expect(typed).toMatchObject({ kind: 'inbound', from: '+5511987654321', to: 'ACME', text: '1' })
    expect(typed).not.toHaveProperty('payload')
    const sent = await send('whatsapp')
    expect(events(server.answerTo(sent, 'Sim', 'v1.0198f0aa.1.k3f9'))).toMatchObject([
      { to: '+5511912340002', text: 'Sim', payload: 'v1.0198f0aa.1.k3f9', repliesTo: attemptId },
    ])
  })

  test('an SMS can be asked after; WhatsApp, and an account without SMS, cannot', async () => {
    const sent = await send('sms')
    const since = Date.now()
    expect(await create().lookUp?.(message('sms'), { ...ctx(), since })).toEqual({
      providerMsgId: sent.id,
    })
    expect(await create().lookUp?.(message('whatsapp'), { ...ctx(), since })).toBe('unknown')
    expect(create({ senders: { whatsapp: '+5511912340002' } })).toMatchObject({ repeat: 'never' })
    const elsewhere = create({ apiKey: 'another' })
    await expect(elsewhere.lookUp?.(message('sms'), { ...ctx(), since })).rejects.toThrow(/logs/)
  })

  test('what became of an SMS stands in the logs, with its price; of one that they do not know nothing', async () => {
    const sent = await send('sms')
    const asked = (providerMsgId: string, given: Partial<InfobipOptions> = {}) =>
      create(given).status?.({ providerMsgId, recordId, attempt: 2 }, AbortSignal.timeout(5_000))
    server.logAs('PENDING', 'PENDING_ACCEPTED')
    expect(await asked(sent.id)).toEqual({ events: [], costMicros: 20_000 })
    server.logAs('DELIVERED', 'DELIVERED_TO_HANDSET')
    expect(await asked(sent.id)).toMatchObject({
      events: [{ deliveryStatus: 'delivered', providerMsgId: sent.id, recordId, attempt: 2 }],
    })
    server.logAs('UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED')
    expect(await asked(sent.id)).toMatchObject({
      events: [{ deliveryStatus: 'failed', failure: { class: 'recipient-transient' } }],
    })
    expect(await asked((await send('whatsapp')).id.replace(/.$/, 'f'))).toBeUndefined()
    await expect(asked(sent.id, { apiKey: 'another' })).rejects.toThrow(/logs/)
    const bare = create({ senders: { whatsapp: '+5511912340002' } })
    expect(bare).not.toHaveProperty('status')
  })

  test('only who knows the path is believed, while it is replaced by either', () => {
    const both = create({ secret: ['first secret of ours', secret] })
    for (const path of ['', 'guess', `${encodeURIComponent(secret)}x`, '%E0%A4%A', 'a/../b'])
      expect(both.verifyWebhook(post('{}', path))).toBe(false)
    expect(both.verifyWebhook(post('{}'))).toBe(true)
    expect(both.verifyWebhook(post('{}', 'first%20secret%20of%20ours'))).toBe(true)
  })

  test.each([
    { senders: {} },
    { baseUrl: 'nowhere' },
    { secret: 'short' },
    { senders: { sms: 'ACME' } },
  ])('an account that cannot work is refused: %j', (given) => {
    const account = {
      vendor: 'infobip',
      baseUrl: 'https://xyz.api.infobip.com',
      apiKey: 'k',
      secret: 'a secret of ours, long',
      senders: { sms: '+5511912340003' },
    }
    expect(InfobipAccount.safeParse(account).success).toBe(true)
    expect(InfobipAccount.safeParse({ ...account, ...given }).success).toBe(false)
    const named = { ...account, senders: { sms: 'ACME' }, oneWay: true }
    expect(InfobipAccount.safeParse(named).success).toBe(true)
  })
})
