import { describe, expect, test } from 'vitest'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import { type MetaParsing, parseMeta } from '#src/vendors/meta/events.ts'
import { createMeta } from '#src/vendors/meta/adapter.ts'

const ours = '106540352242922'

const request = (body: string) => ({
  method: 'POST',
  url: 'https://id.example.test/hooks/meta',
  headers: { 'content-type': 'application/json' },
  rawBody: Buffer.from(body),
})

const webhook = (changes: readonly object[], phoneNumberId = ours) =>
  request(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: changes.map((change) => ({
        id: 'WABA',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '5511912340000', phone_number_id: phoneNumberId },
              ...change,
            },
          },
        ],
      })),
    }),
  )

const parse = (change: object, parsing?: MetaParsing): VendorEvent[] =>
  parseMeta(webhook([change]), parsing)

const status = {
  id: 'wamid.HBgNOurs',
  status: 'delivered',
  timestamp: '1750030073',
  recipient_id: '5511987654321',
  recipient_user_id: 'BR.1502',
  biz_opaque_callback_data: 'rid:01JABC',
  pricing: { billable: true, pricing_model: 'PMP', category: 'utility' },
}

const tap = {
  from: '5511987654321',
  from_user_id: 'BR.1502',
  id: 'wamid.IN1',
  timestamp: '1750091045',
  context: { from: '5511912340000', id: 'wamid.OURS' },
  type: 'button',
  button: { payload: 'v1.01JABC.1.k3f9', text: 'Não' },
}

describe('a status of Meta', () => {
  test('names message, record, delivery status and time', () => {
    expect(parse({ statuses: [status] })).toEqual([
      {
        kind: 'status',
        dedupeKey: 'status:wamid.HBgNOurs:delivered',
        providerMsgId: 'wamid.HBgNOurs',
        recordId: '01JABC',
        deliveryStatus: 'delivered',
        userId: 'BR.1502',
        at: 1_750_030_073_000,
      },
    ])
  })

  test.each([
    [131_026, { class: 'recipient', code: 'meta-131026' }],
    [131_049, { class: 'recipient-later', code: 'meta-131049' }],
    [131_047, { class: 'window', code: 'meta-131047' }],
    [131_031, { class: 'account', code: 'meta-131031' }],
    [250, { class: 'account', code: 'meta-250' }],
    [131_000, { class: 'transient', code: 'meta-131000' }],
    [999_999, { class: 'unknown', code: 'meta-999999' }],
  ])('a failure with %s becomes its class, and its texts stay outside', (code, failure) => {
    const errors = [{ code, title: 'To 5511987654321', error_data: { details: '5511987654321' } }]
    const events = parse({ statuses: [{ ...status, status: 'failed', errors }] })
    expect(events).toMatchObject([{ deliveryStatus: 'failed', failure }])
    expect(JSON.stringify(events)).not.toContain('987654321')
  })

  test('a failure without a reason is one all the same', () => {
    const failed = { ...status, status: 'failed' }
    expect(parse({ statuses: [failed] })).toMatchObject([{ failure: { code: 'meta-failed' } }])
  })

  test('what is not understood is left out, and the rest counts', () => {
    const statuses = [{ ...status, status: 'played' }, null, 'sent', { status: 'sent' }, status]
    expect(parse({ statuses })).toMatchObject([{ deliveryStatus: 'delivered' }])
  })

  test('one without our data or a readable time has neither', () => {
    const { biz_opaque_callback_data: _rid, timestamp: _time, ...bare } = status
    const [event, other] = parse({
      statuses: [bare, { ...status, biz_opaque_callback_data: 'theirs', timestamp: 'now' }],
    })
    for (const read of [event, other]) {
      expect(read).not.toHaveProperty('recordId')
      expect(read).not.toHaveProperty('at')
    }
  })
})

describe('an inbound message of Meta', () => {
  test('a template’s quick reply brings its payload and the message that it answers', () => {
    expect(parse({ messages: [tap] })).toEqual([
      {
        kind: 'inbound',
        userId: 'BR.1502',
        dedupeKey: 'inbound:wamid.IN1',
        from: '+5511987654321',
        to: ours,
        text: 'Não',
        payload: 'v1.01JABC.1.k3f9',
        repliesTo: 'wamid.OURS',
        at: 1_750_091_045_000,
      },
    ])
  })

  test('an interactive button brings its id', () => {
    const { button: _button, ...message } = tap
    const interactive = {
      type: 'button_reply',
      button_reply: { id: 'v1.01J.2.p0aa', title: 'Não' },
    }
    const messages = [{ ...message, type: 'interactive', interactive }]
    expect(parse({ messages })).toMatchObject([{ payload: 'v1.01J.2.p0aa', text: 'Não' }])
  })

  test('a typed answer has its text, and refers to a message only when it quotes one', () => {
    const { button: _button, context, ...message } = tap
    const typed = { ...message, type: 'text', text: { body: 'sim 👍' } }
    const [plain, quoting] = parse({ messages: [typed, { ...typed, context }] })
    expect(plain).toMatchObject({ text: 'sim 👍' })
    expect(plain).not.toHaveProperty('repliesTo')
    expect(quoting).toMatchObject({ repliesTo: 'wamid.OURS' })
  })

  test('who hides the number is named by an id, wherever it stands', () => {
    const { from: _from, ...hidden } = tap
    const messages = [
      { ...tap, from: 'BR.1502abc' },
      hidden,
      { ...hidden, from_user_id: undefined },
    ]
    expect(parse({ messages }).map((event) => event.kind === 'inbound' && event.from)).toEqual([
      'BR.1502abc',
      'BR.1502',
    ])
  })

  test('a picture, a reaction or an order is an answer without text', () => {
    const { button: _button, ...message } = tap
    const [event] = parse({ messages: [{ ...message, type: 'image', image: { id: '1' } }] })
    expect(event).toMatchObject({ kind: 'inbound' })
    expect(event).not.toHaveProperty('text')
  })
})

describe('a webhook of Meta', () => {
  test('a batch of a thousand is read whole, in order', () => {
    const statuses = Array.from({ length: 500 }, (_, n) => ({ ...status, id: `wamid.${n}` }))
    const messages = Array.from({ length: 500 }, (_, n) => ({ ...tap, id: `wamid.IN${n}` }))
    const events = parseMeta(webhook([{ statuses }, { messages }]))
    expect(events).toHaveLength(1000)
    expect(new Set(events.map(({ dedupeKey }) => dedupeKey)).size).toBe(1000)
    expect(events[499]).toMatchObject({ providerMsgId: 'wamid.499' })
    expect(events[999]).toMatchObject({ dedupeKey: 'inbound:wamid.IN499' })
  })

  test('escaped accents are read', () => {
    const body = Buffer.from(webhook([{ messages: [tap] }]).rawBody).toString()
    const [event] = parseMeta(request(body.replace('Não', 'N\\u00e3o')))
    expect(event).toMatchObject({ text: 'Não' })
  })

  test('events of another number of the app are another account’s', () => {
    const account = createMeta({
      id: 'meta-main',
      phoneNumberId: ours,
      accessToken: 'x',
      appSecret: 'y',
      verifyToken: 'z',
      senderNumber: '+5511912340000',
      templates: {},
      shared: false,
    })
    const change = { statuses: [status], messages: [tap] }
    expect(account.parseWebhook(webhook([change], '999'))).toEqual([])
    expect(account.parseWebhook(webhook([change]))).toMatchObject([
      { kind: 'status' },
      // Whom the person answers to is the number that they see.
      { kind: 'inbound', to: account.senders.whatsapp },
    ])
  })

  test('fields of other products say nothing', () => {
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: 'WABA', changes: [{ field: 'message_template_status_update', value: {} }] }],
    }
    expect(parseMeta(request(JSON.stringify(body)))).toEqual([])
  })

  test.each([
    '',
    'null',
    '[]',
    '{"object":"page","entry":[]}',
    '{"segredo":5511987654321',
    '\u0000',
  ])('a body that is none throws without quoting it: %j', (body) => {
    expect(() => parseMeta(request(body))).toThrow('not a WhatsApp webhook')
    expect(() => parseMeta(request(body))).not.toThrow(/segredo/)
  })
})

describe('how WhatsApp names who hides the number', () => {
  const contacts = [{ wa_id: '5511987654321', user_id: 'BR.1502abc', profile: { name: 'M' } }]

  test('stands beside a status, with the contact, or where the number would', () => {
    const { recipient_user_id: _, ...bare } = status
    const userIdOf = (given: object) => {
      const [event] = parse(given)
      return event?.kind === 'status' ? event.userId : 'none'
    }
    expect(userIdOf({ statuses: [{ ...bare, recipient_id: '5511987654321' }], contacts })).toBe(
      'BR.1502abc',
    )
    expect(userIdOf({ statuses: [{ ...bare, recipient_id: 'BR.99' }] })).toBe('BR.99')
    expect(userIdOf({ statuses: [{ ...bare, recipient_id: '5511900000000' }], contacts })).toBe(
      undefined,
    )
    expect(
      userIdOf({ statuses: [{ ...bare, recipient_user_id: 'no id', recipient_id: '1' }] }),
    ).toBe(undefined)
  })
})
