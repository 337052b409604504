import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OutboundMessage } from '#src/messaging/challenges/port.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { SignedCallback } from '#src/vendors/sandbox/courier.ts'
import type { SandboxDelivery, SandboxOptions } from '#src/vendors/sandbox/delivery.ts'
import { createSandbox, type SandboxAccounts } from '#src/vendors/sandbox/sandbox.ts'

const publicBaseUrl = 'https://id.example.test'
const ids = {
  transactionId: '0198f0aa-0000-7000-8000-000000000001',
  recordId: '0198f0aa-0000-7000-8000-000000000002',
  attemptId: '0198f0aa-0000-7000-8000-000000000003',
}
const options = [
  { option: 1, label: 'Sim', payload: 'v1.r.1.aaaaaaaa' },
  { option: 2, label: 'Não', payload: 'v1.r.2.bbbbbbbb' },
]

function start(changed: Partial<SandboxOptions> = {}) {
  const kept: SandboxDelivery[] = []
  const posted: SignedCallback[] = []
  const sandbox = createSandbox({
    keep: async (delivery) => void kept.push(delivery),
    find: async (attemptId) => kept.some((delivery) => delivery.attemptId === attemptId),
    post: async (callback) => {
      posted.push(callback)
      return 200
    },
    publicBaseUrl,
    secrets: (vendor) => [`${vendor}-secret`],
    emailFrom: 'Acme <no-reply@acme.example>',
    hangMs: 30,
    pace: 0,
    ...changed,
  })
  const accounts = sandbox.of('acme')
  const send = (channel: 'sms' | 'whatsapp', ending: string, attempt = 1, rest = {}) => {
    const { signal } = new AbortController()
    const ctx = { ...ids, attempt, signal }
    return accounts[channel].send(message(channel, `+551198765${ending}`, rest), ctx)
  }
  const read = () => posted.map((callback) => readEvent(accounts, callback))
  return { sandbox, accounts, kept, posted, send, read }
}

const message = (
  channel: 'sms' | 'whatsapp',
  to: string,
  rest: Partial<OutboundMessage> = {},
): OutboundMessage => ({
  channel,
  to,
  text: 'Acme: foi você? Responda 1 para SIM ou 2 para NÃO.',
  language: 'pt-BR',
  options,
  variables: ['Acme'],
  template: `${channel}-2fa`,
  validSeconds: 600,
  ...rest,
})

const toRequest = ({ path, headers, body }: SignedCallback): RawRequest => ({
  method: 'POST',
  url: publicBaseUrl + path,
  headers,
  rawBody: Buffer.from(body),
})

/** What the API will understand; throws for a callback that its own account has not signed. */
function readEvent(accounts: SandboxAccounts, callback: SignedCallback): VendorEvent {
  const account = callback.path.startsWith('/hooks/meta') ? accounts.whatsapp : accounts.sms
  const request = toRequest(callback)
  if (!account.verifyWebhook(request)) throw new Error('not signed')
  const [event, ...others] = account.parseWebhook(request)
  if (!event || others.length > 0) throw new Error('not one event')
  return event
}

function told(event: VendorEvent) {
  if (event.kind === 'status') return event.deliveryStatus
  return event.kind === 'inbound' ? (event.payload ?? event.text) : event.kind
}

/** Once everything that was scheduled has been posted. */
async function settle<T>(read: () => readonly T[], count: number): Promise<readonly T[]> {
  for (let tries = 0; tries < 100 && read().length < count; tries++) await sleep(5)
  await sleep(20)
  return read()
}

describe('an account of the sandbox', () => {
  test('keeps what the phone shows, and what an answer carries back', async () => {
    const { accounts, kept, send } = start()
    const result = await send('whatsapp', '4321', 1, { code: '918273', link: 'https://x.test/t/1' })
    expect(result).toMatchObject({ kind: 'accepted', resolvedAddress: '5511987654321' })
    const providerMsgId = result.kind === 'accepted' ? result.providerMsgId : ''
    expect(kept).toMatchObject([
      {
        transactionId: ids.transactionId,
        attemptId: ids.attemptId,
        channel: 'whatsapp',
        content: {
          to: '+5511987654321',
          sender: accounts.whatsapp.senders.whatsapp,
          providerMsgId,
          options,
          code: '918273',
          link: 'https://x.test/t/1',
        },
      },
    ])
  })

  test('reports each delivery status for its record and message, in order', async () => {
    for (const channel of ['sms', 'whatsapp'] as const) {
      const { send, read } = start()
      const result = await send(channel, '4321')
      const events = await settle(read, channel === 'sms' ? 2 : 3)
      expect(events.map(told)).toEqual(
        channel === 'sms' ? ['sent', 'delivered'] : ['sent', 'delivered', 'read'],
      )
      for (const event of events) {
        expect(event).toMatchObject({
          kind: 'status',
          recordId: ids.recordId,
          providerMsgId: result.kind === 'accepted' ? result.providerMsgId : '',
        })
      }
    }
  })

  test('has neither number nor text in the ids of its messages and the addresses it calls', async () => {
    const { kept, send, posted } = start()
    await send('sms', '0006')
    await send('whatsapp', '0006')
    await settle(() => posted, 7)
    const ids = kept.flatMap(({ content }) =>
      'providerMsgId' in content ? [content.providerMsgId] : [],
    )
    const unpacked = ids.map((id) => Buffer.from(id.replace('wamid.', ''), 'base64').toString())
    const paths = posted.map(({ path }) => path)
    expect([...ids, ...unpacked, ...paths].join()).not.toMatch(/98765|SIM/)
  })

  test('answers by SMS with the number alone, from the phone to the sender that wrote', async () => {
    const { accounts, send, read } = start()
    await send('sms', '0007')
    const inbound = (await settle(read, 3)).at(-1)
    expect(inbound).toMatchObject({
      kind: 'inbound',
      from: '+5511987650007',
      to: accounts.sms.senders.sms,
      text: '2',
    })
    expect(inbound).not.toHaveProperty('payload')
    expect(inbound).not.toHaveProperty('repliesTo')
  })

  test('answers on WhatsApp with the tapped button of the message', async () => {
    const { accounts, send, read } = start()
    const result = await send('whatsapp', '0007')
    const inbound = (await settle(read, 4)).at(-1)
    expect(inbound).toMatchObject({
      kind: 'inbound',
      from: '+5511987650007',
      to: accounts.whatsapp.senders.whatsapp,
      text: 'Não',
      payload: 'v1.r.2.bbbbbbbb',
      repliesTo: result.kind === 'accepted' ? result.providerMsgId : '',
    })
  })

  test('a WhatsApp account of an old area code has no ninth digit', async () => {
    const { sandbox, posted, read } = start()
    await sandbox.reply(
      { channel: 'whatsapp', to: '+5531987654321', sender: '1', providerMsgId: 'wamid.1', options },
      { option: 1 },
      'r1',
    )
    expect(read()).toMatchObject([{ from: '+553187654321' }])
    expect(posted[0]?.body).not.toContain('31987654321')
  })

  test('a message without options is not answered by the magic endings', async () => {
    const { send, read } = start()
    await send('sms', '0006', 1, { options: [] })
    expect((await settle(read, 2)).map(told)).toEqual(['sent', 'delivered'])
  })

  test('0002: an SMS is refused and not kept, a WhatsApp message is reported as failed', async () => {
    const { send, kept, read } = start()
    expect(await send('sms', '0002')).toEqual({
      kind: 'rejected',
      class: 'recipient',
      code: 'twilio-21211',
    })
    expect(kept).toEqual([])
    await send('whatsapp', '0002')
    expect(await settle(read, 1)).toMatchObject([
      { deliveryStatus: 'failed', failure: { class: 'recipient', code: 'meta-131026' } },
    ])
  })

  test('0005: three times the same event', async () => {
    const { send, read } = start()
    await send('whatsapp', '0005')
    const events = await settle(read, 9)
    expect(events).toHaveLength(9)
    expect(new Set(events.map(({ dedupeKey }) => dedupeKey)).size).toBe(3)
  })

  test('0008: nothing is answered before the record has expired', async () => {
    const { accounts, send, read } = start()
    await send('whatsapp', '0008')
    expect((await settle(read, 3)).map(told)).toEqual(['sent', 'delivered', 'read'])
    const ctx = { ...ids, attempt: 1, signal: new AbortController().signal }
    await accounts.whatsapp.expired?.(message('whatsapp', '+5511987650008'), ctx)
    expect((await settle(read, 4)).map(told).at(-1)).toBe('v1.r.1.aaaaaaaa')
    await accounts.whatsapp.expired?.(message('whatsapp', '+5511987654321'), ctx)
    expect(await settle(read, 4)).toHaveLength(4)
  })

  test('0009: deferred once, then accepted', async () => {
    const { send, kept } = start()
    for (const [channel, code] of [
      ['sms', 'twilio-20429'],
      ['whatsapp', 'meta-130429'],
    ] as const) {
      expect(await send(channel, '0009')).toMatchObject({ kind: 'deferred', class: 'rate', code })
      expect(await send(channel, '0009', 2)).toMatchObject({ kind: 'accepted' })
    }
    expect(kept).toHaveLength(2)
  })

  test('0010: its outcome is unknown, yet the message lies on the phone and is reported', async () => {
    const { accounts, send, kept, read } = start()
    const ctx = { ...ids, attempt: 1, since: 0, signal: new AbortController().signal }
    const asked = message('sms', '+5511987650010')
    expect(await accounts.sms.lookUp?.(asked, ctx)).toBe('absent')
    expect(await send('sms', '0010')).toEqual({ kind: 'uncertain', cause: 'timeout' })
    expect(kept).toHaveLength(1)
    const events = await settle(read, 2)
    expect(events.map(told)).toEqual(['sent', 'delivered'])
    const [event] = events
    expect(await accounts.sms.lookUp?.(asked, ctx)).toEqual({
      providerMsgId: event?.kind === 'status' ? event.providerMsgId : '',
    })
  })

  test('0010: does not hang longer than its caller waits', async () => {
    const { accounts } = start({ hangMs: 60_000 })
    const before = Date.now()
    const ctx = { ...ids, attempt: 1, signal: AbortSignal.timeout(20) }
    await accounts.sms.send(message('sms', '+5511987650010'), ctx)
    expect(Date.now() - before).toBeLessThan(30_000)
  })

  test('0011: everything was reported before the vendor answers', async () => {
    const { send, read } = start({ pace: 1 })
    await send('whatsapp', '0011')
    expect(read().map(told)).toEqual(['sent', 'delivered', 'read'])
  })

  test('0013: failed for now, then delivered', async () => {
    const { send, read } = start()
    await send('sms', '0013')
    await send('whatsapp', '0013')
    const events = await settle(read, 6)
    for (const vendor of ['SM', 'wamid.']) {
      const own = events.filter(
        (one) => one.kind === 'status' && one.providerMsgId.startsWith(vendor),
      )
      expect(own.map(told)).toEqual(['sent', 'failed', 'delivered'])
    }
    const failures = events.flatMap((one) => (one.kind === 'status' && one.failure) || [])
    expect(new Set(failures.map((failure) => failure.class))).toEqual(
      new Set(['recipient-transient', 'transient']),
    )
  })

  test('0014: answers with the word that opts out', async () => {
    const { send, read } = start()
    await send('sms', '0014', 1, { options: [] })
    expect((await settle(read, 3)).map(told).at(-1)).toBe('SAIR')
  })

  test('what cannot be kept has an unknown outcome', async () => {
    const { send, read } = start({ keep: () => Promise.reject(new Error('connection lost')) })
    expect(await send('sms', '4321')).toEqual({ kind: 'uncertain', cause: 'reset' })
    expect(await settle(read, 0)).toEqual([])
  })
})

describe('the callbacks', () => {
  test('are believed under an older secret, and under no other', async () => {
    const { send, posted } = start()
    await send('sms', '4321')
    await send('whatsapp', '4321')
    await settle(() => posted, 5)
    const believes = (secrets: (vendor: string) => readonly [string, ...string[]]) => {
      const { sms, whatsapp } = start({ secrets }).accounts
      return posted.map((callback) =>
        (callback.path === '/hooks/meta' ? whatsapp : sms).verifyWebhook(toRequest(callback)),
      )
    }
    expect(new Set(believes((vendor) => ['new', `${vendor}-secret`]))).toEqual(new Set([true]))
    expect(new Set(believes(() => ['new']))).toEqual(new Set([false]))
  })

  test('are not believed when a byte, the address or the account is another', async () => {
    const { accounts, send, posted } = start()
    await send('sms', '4321')
    await settle(() => posted, 2)
    const [callback] = posted
    if (!callback) throw new Error('posted')
    const verify = (changed: Partial<SignedCallback>) =>
      accounts.sms.verifyWebhook(toRequest({ ...callback, ...changed }))
    expect(verify({})).toBe(true)
    expect(verify({ body: callback.body.replace('sent', 'read') })).toBe(false)
    expect(verify({ path: `${callback.path}0` })).toBe(false)
    expect(accounts.whatsapp.verifyWebhook(toRequest(callback))).toBe(false)
  })

  test('of Meta are ASCII, as it escapes all else, and mean the same', async () => {
    const { send, posted, read } = start()
    await send('whatsapp', '0007')
    await settle(() => posted, 4)
    // oxlint-disable-next-line no-control-regex -- ASCII begins with control characters
    expect(posted.at(-1)?.body).toMatch(/^[\x00-\x7f]*$/)
    expect(read().at(-1)).toMatchObject({ text: 'Não' })
  })

  test('are posted again while the service is away, and not once it has refused them', async () => {
    const statuses = [503, 429, 200, 401, 200]
    const answered: number[] = []
    const { send } = start({
      post: async () => {
        const status = statuses.shift() ?? 200
        answered.push(status)
        return status
      },
    })
    await send('sms', '4321')
    for (let tries = 0; tries < 100 && answered.length < 4; tries++) await sleep(20)
    await sleep(50)
    expect(answered).toEqual([503, 429, 200, 401])
  })

  test('that are still to come are dropped at the end', async () => {
    const { sandbox, send, posted } = start({ pace: 1 })
    await send('sms', '4321')
    sandbox.close()
    await sleep(400)
    expect(posted).toEqual([])
  })
})

describe('a reply from the page', () => {
  const lying = (channel: 'sms' | 'whatsapp') => ({
    channel,
    to: '+5511987654321',
    sender: channel === 'sms' ? '+5500912345678' : '106501234567890',
    providerMsgId: channel === 'sms' ? 'SM1' : 'wamid.1',
    options,
  })

  test('is the same event for the same id, and another for another', async () => {
    const { sandbox, read } = start()
    for (const channel of ['sms', 'whatsapp'] as const)
      for (const id of ['one', 'one', 'two'])
        expect(await sandbox.reply(lying(channel), { option: 1 }, id)).toBe(true)
    const keys = read().map(({ dedupeKey }) => dedupeKey)
    expect(keys[0]).toBe(keys[1])
    expect(keys[3]).toBe(keys[4])
    expect(new Set(keys).size).toBe(4)
  })

  test('in words quotes the message on WhatsApp, and stands alone in an SMS', async () => {
    const { sandbox, read } = start()
    await sandbox.reply(lying('whatsapp'), { text: 'sim, fui eu' }, 'one')
    await sandbox.reply(lying('sms'), { text: 'sim, fui eu' }, 'one')
    expect(read()).toMatchObject([
      { text: 'sim, fui eu', repliesTo: 'wamid.1', to: '106501234567890' },
      { text: 'sim, fui eu', to: '+5500912345678' },
    ])
    expect(read()[0]).not.toHaveProperty('payload')
    expect(read()[1]).not.toHaveProperty('repliesTo')
  })

  test('with an option that is not offered is not posted', async () => {
    const { sandbox, posted } = start()
    expect(await sandbox.reply(lying('sms'), { option: 3 }, 'one')).toBe(false)
    expect(posted).toEqual([])
  })

  test('that the service refuses was not taken', async () => {
    const { sandbox } = start({ post: async () => 401 })
    expect(await sandbox.reply(lying('sms'), { option: 1 }, 'one')).toBe(false)
  })
})

test('two tenants have different senders, and one tenant always the same', () => {
  const { sandbox } = start()
  const senders = (tenant: string) => {
    const { sms, whatsapp } = sandbox.of(tenant)
    return [sms.senders.sms, whatsapp.senders.whatsapp]
  }
  expect(senders('acme')).toEqual(senders('acme'))
  expect(senders('acme')[0]).toMatch(/^\+55009\d{8}$/)
  expect(senders('acme')[0]).not.toBe(senders('globex')[0])
  expect(senders('acme')[1]).not.toBe(senders('globex')[1])
})
