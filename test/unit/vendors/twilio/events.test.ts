import { describe, expect, test } from 'vitest'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import { parseTwilio, type TwilioParsing } from '#src/vendors/twilio/events.ts'

const url = 'https://id.example.test/hooks/twilio/status?rid=01JTEST'
const sid = 'SM00000000000000000000000000000001'

const parse = (fields: Record<string, string>, given?: TwilioParsing, at = url): VendorEvent[] =>
  parseTwilio(
    {
      method: 'POST',
      url: at,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      rawBody: Buffer.from(new URLSearchParams(fields).toString()),
    },
    given,
  )

const status = (MessageStatus: string, more: Record<string, string> = {}) =>
  parse({ MessageSid: sid, SmsSid: sid, MessageStatus, SmsStatus: MessageStatus, ...more })

const inbound = (fields: Record<string, string>, given?: TwilioParsing) =>
  parse(
    {
      MessageSid: sid,
      SmsStatus: 'received',
      From: '+5511987654321',
      To: '+5511912340000',
      ...fields,
    },
    given,
    'https://id.example.test/hooks/twilio/inbound',
  )[0]

describe('a status callback of Twilio', () => {
  test.each([
    ['queued', 'accepted'],
    ['accepted', 'accepted'],
    ['scheduled', 'accepted'],
    ['sending', 'accepted'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['partially_delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('%s says %s', (reported, deliveryStatus) => {
    expect(status(reported)).toMatchObject([
      { kind: 'status', deliveryStatus, providerMsgId: sid, recordId: '01JTEST' },
    ])
  })

  test.each(['receiving', 'something-new', 'constructor', ''])('«%s» says nothing', (reported) => {
    expect(status(reported)).toEqual([])
  })

  test('without our id in the URL the message’s is what is known', () => {
    const [event] = parse(
      { MessageSid: sid, MessageStatus: 'sent' },
      {},
      'https://id.example.test/h',
    )
    expect(event).not.toHaveProperty('recordId')
    expect(event).toHaveProperty('providerMsgId', sid)
  })

  test('each status is one event, whatever else the repetition carries', () => {
    const [first] = status('delivered', { RawDlrDoneDate: '2611211530' })
    const [again] = status('delivered', { ErrorCode: '' })
    const [other] = status('read', { EventType: 'READ', ChannelPrefix: 'whatsapp' })
    expect(again?.dedupeKey).toBe(first?.dedupeKey)
    expect(other?.dedupeKey).not.toBe(first?.dedupeKey)
    expect(first).not.toHaveProperty('at')
  })

  test.each([
    ['30005', { class: 'unrouted', code: 'twilio-30005' }],
    ['30004', { class: 'recipient-later', code: 'twilio-30004' }],
    ['30008', { class: 'recipient-transient', code: 'twilio-30008' }],
    ...[30_021, 30_022, 63_026].map(
      (code) => [String(code), { class: 'account', code: `twilio-${code}` }] as [string, object],
    ),
    ['30007', { class: 'content', code: 'twilio-30007' }],
    ['63038', { class: 'account', code: 'twilio-63038' }],
    ['470', { class: 'window', code: 'twilio-470' }],
    ['1026', { class: 'recipient', code: 'twilio-1026' }],
    ['99999', { class: 'unknown', code: 'twilio-99999' }],
    ['', { class: 'unknown', code: 'twilio-failed' }],
    ['0', { class: 'unknown', code: 'twilio-failed' }],
    ['+5511987654321', { class: 'unknown', code: 'twilio-failed' }],
  ])('the error «%s» becomes its class', (ErrorCode, failure) => {
    expect(status('failed', { ErrorCode })).toMatchObject([{ deliveryStatus: 'failed', failure }])
  })
})

describe('an inbound message of Twilio', () => {
  test('an SMS names who wrote to which number, and refers to nothing', () => {
    expect(inbound({ Body: ' Sim ', FromCity: '', NumMedia: '0' })).toEqual({
      kind: 'inbound',
      dedupeKey: `inbound:${sid}`,
      from: '+5511987654321',
      to: '+5511912340000',
      text: ' Sim ',
    })
  })

  test('a button of WhatsApp brings its payload and the message that it answers', () => {
    const event = inbound({
      From: 'whatsapp:+551187654321',
      To: 'whatsapp:+5511912340000',
      WaId: '551187654321',
      Body: 'Sim',
      MessageType: 'interactive',
      ButtonText: 'Sim',
      ButtonPayload: 'v1.01J.1.k3f9',
      OriginalRepliedMessageSid: 'SM00000000000000000000000000000002',
    })
    expect(event).toMatchObject({
      from: '+551187654321',
      to: 'whatsapp:+5511912340000',
      text: 'Sim',
      payload: 'v1.01J.1.k3f9',
      repliesTo: 'SM00000000000000000000000000000002',
    })
  })

  test('who hides the number is named by an id, or by the number that WhatsApp still knows', () => {
    const both = {
      From: 'whatsapp:+5511987654321',
      ExternalUserId: 'whatsapp:BR.1502abc',
      Body: '1',
    }
    expect(inbound(both)).toMatchObject({ from: '+5511987654321', userId: 'BR.1502abc' })
    const hidden = { From: 'whatsapp:BR.1502abc', ExternalUserId: 'whatsapp:BR.1502abc', Body: '1' }
    expect(inbound(hidden)).toMatchObject({ from: 'BR.1502abc' })
    expect(inbound({ ...hidden, WaId: '5511987654321' })).toMatchObject({ from: '+5511987654321' })
    expect(inbound({ ...hidden, WaId: 'BR.1502abc' })).toMatchObject({ from: 'BR.1502abc' })
  })

  test('the number of a Messaging Service is the service, where it is the sender', () => {
    const MessagingServiceSid = 'MG00000000000000000000000000000001'
    const ours = { messagingServiceSid: MessagingServiceSid }
    expect(inbound({ Body: '1', MessagingServiceSid }, ours)).toMatchObject({
      to: MessagingServiceSid,
    })
    expect(inbound({ Body: '1', MessagingServiceSid })).toMatchObject({ to: '+5511912340000' })
    expect(inbound({ Body: '1' }, ours)).toMatchObject({ to: '+5511912340000' })
  })

  test('a long text that came as base64 is read', () => {
    const text = 'Não fui eu que pedi isto, por favor cancelem e me liguem de volta'
    const packed = Buffer.from(text).toString('base64')
    expect(inbound({ Body: packed })).toMatchObject({ text })
    const lines = packed.replace(/(.{60})/, '$1\r\n')
    expect(inbound({ Body: lines })).toMatchObject({ text })
  })

  test.each([
    'STOP',
    'PARE',
    'SAIR',
    'CANCELAR',
    'MQ==',
    'a'.repeat(64),
    'Responda por favor porque eu nao entendi nada desta mensagem.',
  ])('a text that only looks like base64 stays: %s', (Body) => {
    expect(inbound({ Body })).toMatchObject({ text: Body })
  })

  test('an empty message has no text, and a form of something else is no event', () => {
    expect(inbound({ Body: '' })).not.toHaveProperty('text')
    expect(parse({ CallSid: 'CA1', CallStatus: 'ringing' })).toEqual([])
    expect(parse({ SmsStatus: 'received' })).toEqual([])
  })
})
