// Answers whose webhook was lost, as Twilio and Infobip list them when they are asked.
import { afterEach, describe, expect, test } from 'vitest'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { createInfobip } from '#src/vendors/infobip/adapter.ts'
import { createTwilio } from '#src/vendors/twilio/adapter.ts'
import { startInfobip } from '#test/support/vendors/infobip.ts'
import { startTwilio } from '#test/support/vendors/twilio.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

const from = '+5511987654321'
const since = Date.parse('2026-11-22T12:00:00Z')
const until = since + 10 * 60_000
const at = (minutes: number) => new Date(since + minutes * 60_000)
const list = (account: MessagingAccount, asked: object = {}) =>
  account.listAnswers?.(
    { channel: 'sms', from, since, until, ...asked },
    AbortSignal.timeout(2_000),
  )

async function openTwilio(
  senders: { sms?: string; whatsapp?: string } = { sms: '+5511912340000' },
) {
  const server = await startTwilio()
  open.push(server)
  const { accountSid, authToken, url: baseUrl } = server
  const account = { id: 'twilio-main', publicBaseUrl: 'https://id.example.test', shared: false }
  return { server, account: createTwilio({ ...account, accountSid, authToken, baseUrl, senders }) }
}

describe('Twilio', () => {
  test('lists what this person wrote to this sender while the question was open', async () => {
    const { server, account } = await openTwilio()
    const to = '+5511912340000'
    server.received.push(
      { sid: 'SM-before', from, to, body: 'oi', at: at(-1) },
      { sid: 'SM-no', from, to, body: 'não fui eu', at: at(3) },
      { sid: 'SM-late', from, to, body: '1', at: at(11) },
      { sid: 'SM-other', from: '+5511900000000', to, body: '1', at: at(3) },
      { sid: 'SM-else', from, to: '+5511912349999', body: '1', at: at(3) },
    )
    expect(await list(account)).toEqual([
      {
        kind: 'inbound',
        dedupeKey: 'inbound:SM-no',
        from,
        to,
        text: 'não fui eu',
        at: at(3).getTime(),
      },
    ])
  })

  test('of WhatsApp names the person without the word before the number, and us with it', async () => {
    const { server, account } = await openTwilio({ whatsapp: '+5511912340000' })
    const [person, ours] = [`whatsapp:${from}`, 'whatsapp:+5511912340000']
    server.received.push({ sid: 'SM-tap', from: person, to: ours, body: 'Sim', at: at(3) })
    expect(await list(account, { channel: 'whatsapp' })).toMatchObject([
      { from, to: ours, text: 'Sim' },
    ])
  })

  test('that cannot be asked now says so, and nothing else', async () => {
    const { server, account } = await openTwilio()
    await server.close()
    await expect(list(account)).rejects.toThrow(/^the list of messages could not be read$/)
  })
})

describe('Infobip', () => {
  test('lists what this person wrote while the question was open', async () => {
    const server = await startInfobip()
    open.push(server)
    const account = createInfobip({
      id: 'infobip-main',
      baseUrl: server.url,
      apiKey: server.apiKey,
      secret: 'only-infobip-knows-it',
      senders: { sms: '+5511912340000' },
      publicBaseUrl: 'https://id.example.test',
      shared: false,
    })
    const one = { to: '5511912340000', from: from.slice(1), text: '2', keyword: '', cleanText: '2' }
    const received = (minutes: number) => at(minutes).toISOString().replace('Z', '+0000')
    server.received.push(
      { ...one, messageId: 'in-time', receivedAt: received(3) },
      { ...one, messageId: 'late', receivedAt: received(11) },
      { ...one, messageId: 'other', from: '5511900000000', receivedAt: received(3) },
      { ...one, messageId: 'timeless' },
    )
    expect(await list(account)).toEqual([
      {
        kind: 'inbound',
        dedupeKey: 'inbound:in-time',
        from,
        to: '+5511912340000',
        text: '2',
        at: at(3).getTime(),
      },
    ])
    expect(await list(account, { channel: 'whatsapp' })).toEqual([])
  })
})
