import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMeta, type MetaOptions } from '#src/vendors/meta/adapter.ts'
import { context, latest, message } from '#test/support/vendors/harness.ts'
import { type MetaServer, startMeta, userIdOf } from '#test/support/vendors/meta.ts'

const recordId = '0198f0aa-0000-7000-8000-000000000001'
const templates = {
  'whatsapp-2fa': { 'pt-BR': { name: 'confirm_transaction_v1', language: 'pt_BR' } },
}

describe('a message over the Cloud API', () => {
  let server: MetaServer
  const create = (given: Partial<MetaOptions> = {}) =>
    createMeta({
      id: 'meta-main',
      phoneNumberId: server.phoneNumberId,
      accessToken: server.accessToken,
      appSecret: server.appSecret,
      verifyToken: 'ours',
      senderNumber: '+5511912340000',
      graphUrl: server.url,
      templates,
      shared: false,
      ...given,
    })
  const send = (attempt = 1, given: Partial<MetaOptions> = {}) =>
    create(given).send(message('whatsapp'), context({ recordId, attempt }))

  beforeEach(async () => {
    server = await startMeta()
  })
  afterEach(() => server.close())

  test('a template carries its variables, and the signed payloads on its quick replies', async () => {
    await send()
    expect(latest(server.messages).json).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '5511987654321',
      biz_opaque_callback_data: `rid:${recordId}.1`,
      type: 'template',
      template: {
        name: 'confirm_transaction_v1',
        language: { code: 'pt_BR' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Acme' },
              { type: 'text', text: 'segunda linha' },
            ],
          },
          {
            type: 'button',
            sub_type: 'quick_reply',
            index: '0',
            parameters: [{ type: 'payload', payload: 'v1.0198f0aa.1.k3f9' }],
          },
          {
            type: 'button',
            sub_type: 'quick_reply',
            index: '1',
            parameters: [{ type: 'payload', payload: 'v1.0198f0aa.2.p0aa' }],
          },
        ],
      },
    })
    const [request] = server.requests
    expect(request?.url.pathname).toBe(`/v25.0/${server.phoneNumberId}/messages`)
    expect(request?.headers['authorization']).toBe(`Bearer ${server.accessToken}`)
  })

  test('a template without variables or answers has neither', async () => {
    const bare = message('whatsapp', { variables: [], options: [] })
    await create({ version: 'v26.0' }).send(bare, context())
    expect(latest(server.messages).json).toMatchObject({ template: { components: [] } })
    expect(server.requests[0]?.url.pathname).toMatch(/^\/v26\.0\//)
  })

  test('without a template the answers are interactive buttons', async () => {
    const long = 'Uma resposta com mais de vinte letras'
    const options = [
      { option: 1, label: 'Sim', payload: 'v1.r.1.aa' },
      { option: 2, label: long, payload: 'v1.r.2.bb' },
    ]
    await create({ templates: {} }).send(message('whatsapp', { options }), context())
    expect(latest(server.messages).json).toMatchObject({
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: message('whatsapp').text },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'v1.r.1.aa', title: 'Sim' } },
            { type: 'reply', reply: { id: 'v1.r.2.bb', title: long.slice(0, 20) } },
          ],
        },
      },
    })
  })

  test('more answers than buttons, or none, go as text', async () => {
    const options = [1, 2, 3, 4].map((option) => ({ option, label: 'x', payload: `${option}` }))
    for (const offered of [options, []]) {
      await create({ templates: {} }).send(message('whatsapp', { options: offered }), context())
      expect(latest(server.messages).json).toMatchObject({ type: 'text' })
    }
  })

  test('an accepted message keeps the address as WhatsApp resolved it', async () => {
    const result = await create().send(message('whatsapp', { to: '+5551987654321' }), context())
    expect(result).toEqual({
      kind: 'accepted',
      providerMsgId: latest(server.messages).id,
      resolvedAddress: '555187654321',
      userId: userIdOf('5551987654321'),
    })
  })

  test('one that Meta holds back is accepted, and is known to be held', async () => {
    server.messageStatus = 'held_for_quality_assessment'
    expect(await send()).toMatchObject({ kind: 'accepted', held: true })
  })

  test('a paused template is the account’s: nothing goes out', async () => {
    server.messageStatus = 'paused'
    expect(await send()).toEqual({ kind: 'rejected', class: 'account', code: 'meta-paused' })
  })

  test.each([
    [131_026, 400, { kind: 'rejected', class: 'recipient', code: 'meta-131026' }],
    [131_047, 400, { kind: 'rejected', class: 'window', code: 'meta-131047' }],
    [132_012, 400, { kind: 'rejected', class: 'account', code: 'meta-132012' }],
    [132_001, 404, { kind: 'rejected', class: 'account', code: 'meta-132001' }],
    [190, 401, { kind: 'rejected', class: 'account', code: 'meta-190' }],
    [0, 401, { kind: 'rejected', class: 'account', code: 'meta-0' }],
    [215, 403, { kind: 'rejected', class: 'account', code: 'meta-215' }],
    [131_030, 400, { kind: 'rejected', class: 'recipient-later', code: 'meta-131030' }],
    [130_429, 400, { kind: 'deferred', class: 'rate', code: 'meta-130429' }],
    [131_048, 400, { kind: 'deferred', class: 'rate', code: 'meta-131048' }],
    [100, 400, { kind: 'rejected', class: 'recipient-later', code: 'meta-100' }],
    ['100/33', 400, { kind: 'rejected', class: 'account', code: 'meta-100-33' }],
    ['100/2494010', 400, { kind: 'rejected', class: 'recipient-later', code: 'meta-100' }],
    [130_403, 403, { kind: 'rejected', class: 'account', code: 'meta-130403' }],
    [131_031, 403, { kind: 'rejected', class: 'account', code: 'meta-131031' }],
    [133_004, 503, { kind: 'rejected', class: 'account', code: 'meta-133004' }],
    [133_010, 400, { kind: 'rejected', class: 'account', code: 'meta-133010' }],
    [135_000, 400, { kind: 'rejected', class: 'account', code: 'meta-135000' }],
    [1, 500, { kind: 'uncertain', cause: 'http5xx' }],
    [2, 503, { kind: 'uncertain', cause: 'http5xx' }],
    [131_000, 500, { kind: 'uncertain', cause: 'http5xx' }],
    [131_031, 500, { kind: 'rejected', class: 'account', code: 'meta-131031' }],
    [131_057, 200, { kind: 'deferred', class: 'transient', code: 'meta-131057' }],
    [987_654, 400, { kind: 'rejected', class: 'unknown', code: 'meta-987654' }],
    [987_654, 500, { kind: 'uncertain', cause: 'http5xx' }],
  ])('the code %s decides, whatever the status (%s)', async (refuse, status, expected) => {
    server.behaviour = { refuse, status }
    expect(await send()).toEqual(expected)
    expect(server.messages).toEqual([])
  })

  test.each([
    [1, 1000],
    [2, 4000],
    [3, 16_000],
    [4, 64_000],
    [9, 1_024_000],
  ])('the limit of messages to one person waits 4^X seconds: attempt %s', async (attempt, wait) => {
    server.behaviour = { refuse: 131_056 }
    expect(await send(attempt)).toEqual({
      kind: 'deferred',
      class: 'rate',
      code: 'meta-131056',
      retryAfterMs: wait,
    })
  })

  test('a lost answer cannot be looked up, and the handshake is answered with our token alone', () => {
    const account = create()
    expect('lookUp' in account).toBe(false)
    const query = (token: string) =>
      new URLSearchParams(`hub.mode=subscribe&hub.challenge=42&hub.verify_token=${token}`)
    expect(account.handshake?.(query('ours'))).toBe('42')
    expect(account.handshake?.(query('theirs'))).toBeUndefined()
  })
})
