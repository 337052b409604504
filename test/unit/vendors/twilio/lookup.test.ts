import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTwilio, type TwilioOptions } from '#src/vendors/twilio/adapter.ts'
import { context, message, publicBaseUrl } from '#test/support/vendors/harness.ts'
import { startTwilio, type TwilioServer } from '#test/support/vendors/twilio.ts'

const number = '+5511912340000'

describe('looking up a message whose answer was lost', () => {
  let server: TwilioServer
  const create = (given: Partial<TwilioOptions> = {}) =>
    createTwilio({
      id: 'twilio-main',
      accountSid: server.accountSid,
      authToken: server.authToken,
      senders: { sms: number, whatsapp: number },
      baseUrl: server.url,
      publicBaseUrl,
      shared: false,
      limits: { connectMs: 700, totalMs: 1200 },
      ...given,
    })
  const lookUp = (given: Partial<TwilioOptions> = {}, sent = message('sms'), since = Date.now()) =>
    create(given).lookUp?.(sent, { ...context(), since })

  beforeEach(async () => {
    server = await startTwilio()
  })
  afterEach(() => server.close())

  test('one that was taken is found by its text', async () => {
    server.behaviour = 'reset'
    expect(await create().send(message('sms'), context())).toMatchObject({ kind: 'uncertain' })
    expect(await lookUp()).toEqual({ providerMsgId: server.messages[0]?.sid })
  })

  test('one that was not taken is absent', async () => {
    server.behaviour = 'reset-before-taking'
    await create().send(message('sms'), context())
    expect(await lookUp()).toBe('absent')
  })

  test('others are not taken for it: another text, another person, another sender, an earlier one', async () => {
    const account = create()
    await account.send(message('sms', { text: 'Acme: codigo 555555' }), context())
    await account.send(message('sms', { to: '+5511987650000' }), context())
    const other = create({ senders: { sms: '+5511900000000' } })
    await other.send(message('sms'), context())
    expect(await lookUp()).toBe('absent')
    await account.send(message('sms'), context())
    expect(await lookUp({}, message('sms'), Date.now() + 60_000)).toBe('absent')
    expect(await lookUp()).toHaveProperty('providerMsgId')
  })

  test('one that is another attempt’s is left out, and two in doubt are not told apart', async () => {
    const account = create()
    await account.send(message('sms'), context())
    const [other] = server.messages
    const asked = { ...context(), since: Date.now() - 1_000 }
    const isKnown = async (sid: string) => sid === other?.sid
    expect(await account.lookUp?.(message('sms'), { ...asked, isKnown })).toBe('absent')
    await account.send(message('sms'), context())
    expect(await account.lookUp?.(message('sms'), { ...asked, isKnown })).toEqual({
      providerMsgId: server.messages.find(({ sid }) => sid !== other?.sid)?.sid,
    })
    const isContested = async () => true
    await expect(account.lookUp?.(message('sms'), { ...asked, isContested })).rejects.toThrow(
      'in doubt',
    )
  })

  test('one that waits in the queue has no date of sending, and is found all the same', async () => {
    server.queueing = true
    await create().send(message('sms'), context())
    expect(await lookUp()).toEqual({ providerMsgId: server.messages[0]?.sid })
    const asked = server.requests.filter(({ method }) => method === 'GET').map(({ url }) => url)
    expect(asked.map(({ searchParams }) => searchParams.has('DateSent>'))).toEqual([true, false])
  })

  test('a text that Twilio rewrote in ASCII, or put a sentence before, is still it', async () => {
    const text = 'Sent from your Twilio trial account - Acme "Sao Jose": responda 1'
    await create().send(message('sms', { text }), context())
    const asked = message('sms', { text: 'Acme “São José”: responda 1' })
    expect(await lookUp({}, asked)).toHaveProperty('providerMsgId')
  })

  test('a text that Twilio does not keep proves nothing', async () => {
    const discarding = { contentRetention: 'discard' } as const
    await create(discarding).send(message('sms'), context())
    expect(await lookUp(discarding)).toBe('unknown')
  })

  test('a template is shown as Twilio fills it, which proves nothing', async () => {
    const templates = { contentSids: { 'whatsapp-2fa': { 'pt-BR': 'HX01' } } }
    expect(await lookUp(templates, message('whatsapp'))).toBe('absent')
    await create(templates).send(message('whatsapp'), context())
    expect(await lookUp(templates, message('whatsapp'))).toBe('unknown')
  })

  test('a Messaging Service is known by its own name', async () => {
    const service = { senders: {}, messagingServiceSid: 'MG00000000000000000000000000000001' }
    await create(service).send(message('sms'), context())
    expect(await lookUp(service)).toHaveProperty('providerMsgId')
    expect(await lookUp()).toBe('absent')
  })

  test('it rejects while Twilio cannot be asked, and says nothing of the message', async () => {
    const closed = createTwilio({
      id: 'twilio-main',
      accountSid: server.accountSid,
      authToken: 'wrong',
      senders: { sms: number },
      baseUrl: server.url,
      publicBaseUrl,
      shared: false,
    })
    const asked = closed.lookUp?.(message('sms'), { ...context(), since: Date.now() })
    await expect(asked).rejects.toThrow('the list of messages could not be read')
    await expect(lookUp({ baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow(/^the list/)
  })

  test('what became of a message is told as its callbacks would have, with its price', async () => {
    const account = create()
    const sent = await account.send(message('sms'), context())
    const providerMsgId = sent.kind === 'accepted' ? sent.providerMsgId : ''
    const mark = { providerMsgId, recordId: context().recordId, attempt: 1 }
    const { signal } = context()
    expect(await account.status?.(mark, signal)).toMatchObject({
      events: [{ kind: 'status', providerMsgId, attempt: 1, deliveryStatus: 'accepted' }],
    })
    await expect(account.status?.({ ...mark, providerMsgId: 'SM0' }, signal)).rejects.toThrow(
      'could not be read',
    )
  })
})
