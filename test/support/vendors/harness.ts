// Each adapter beside what is real for it, told apart only by what the port says: for tests over all.
import { randomBytes, randomUUID } from 'node:crypto'
import type {
  Channel,
  Mail,
  MessagingProvider,
  OutboundMessage,
  RawRequest,
  SendContext,
} from '#src/challenges/port.ts'
import { createMeta } from '#src/providers/meta/adapter.ts'
import { createTwilio } from '#src/providers/twilio/adapter.ts'
import { createZenvia } from '#src/providers/zenvia/adapter.ts'
import { startMeta, writeStatus, writeTap } from './meta.ts'
import type { Behaviour } from './server.ts'
import { startTwilio } from './twilio.ts'
import { startZenvia } from './zenvia.ts'

export type Scenario = 'accepts' | 'refuses' | 'limits' | 'loses the answer' | 'fails later'
export type Reported = 'delivered' | 'failed'

export type Harness = {
  readonly provider: MessagingProvider
  readonly channel: Channel
  /** Makes the far side behave so, and names the phone or address to write to. */
  given(scenario: Exclude<Scenario, 'fails later'>): string
  /** Messages that arrived. */
  arrived(): number
  close(): Promise<void>
}

export type PhoneChannel = Exclude<Channel, 'email'>

/** Of a vendor that signs what it reports. */
export type ReportingHarness = Omit<Harness, 'given'> & {
  given(scenario: Scenario): string
  /** Another account of the same vendor. */
  readonly stranger: MessagingProvider
  /** What the vendor posts about the latest message. */
  report(fact: Reported): Promise<RawRequest>
  /** What it posts when the person takes the first option. */
  answer(): Promise<RawRequest>
  /** Of the vendor's form, genuine, and about something else. */
  readonly elsewhere: () => RawRequest
  /** The same as somebody would write it who has no secret. */
  forge(request: RawRequest): RawRequest
}

/** A harness of a real vendor: with the server behind it, which can be told more. */
export type VendorHarness = ReportingHarness & {
  readonly server: {
    readonly url: string
    behaviour: Behaviour
    readonly messages: readonly unknown[]
  }
  /** The same adapter at another address. */
  at(baseUrl: string): MessagingProvider
}

export const phone = '+5511987654321'
export const publicBaseUrl = 'https://id.example.test'

export const message = (
  channel: Channel,
  given: Partial<OutboundMessage> = {},
): OutboundMessage => ({
  channel,
  to: phone,
  text: 'Acme: responda 1 para SIM ou 2 para NAO. Segredo 918273',
  language: 'pt-BR',
  options: [
    { option: 1, label: 'Sim', payload: 'v1.0198f0aa.1.k3f9' },
    { option: 2, label: 'Não', payload: 'v1.0198f0aa.2.p0aa' },
  ],
  variables: ['Acme', 'segunda\nlinha'],
  template: channel === 'sms' ? 'sms-2fa' : 'whatsapp-2fa',
  validSeconds: 600,
  ...(channel === 'email' && { mail: makeMail() }),
  ...given,
})

const makeMail = (): Mail => ({
  subject: 'Confirme seu e-mail',
  html: '<p>Segredo 918273</p>',
  from: 'Acme <no-reply@acme.example>',
  returnPath: 'bounce+r1.0011223344556677@acme.example',
  messageId: `<${randomUUID()}.1@acme.example>`,
})

export const context = (given: Partial<SendContext> = {}): SendContext => ({
  transactionId: randomUUID(),
  recordId: randomUUID(),
  attempt: 1,
  attemptId: randomUUID(),
  signal: AbortSignal.timeout(10_000),
  ...given,
})

type Posted = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const toRaw = ({ url, headers, body }: Posted): RawRequest => ({
  method: 'POST',
  url,
  headers,
  rawBody: Buffer.from(body),
})

const json = { 'content-type': 'application/json' }
const behaviours: Record<Scenario, (code: number | string) => Behaviour> = {
  accepts: () => 'accept',
  refuses: (code) => ({ refuse: code }),
  limits: () => 'rate',
  'loses the answer': () => 'reset',
  'fails later': () => 'accept',
}

const limits = { connectMs: 700, totalMs: 1200 }

/** The latest of them, as the test has just sent it. */
export function latest<T>(messages: readonly T[]): T {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('no message has arrived')
  return last
}

const twilioHarness = (channel: PhoneChannel) => async (): Promise<VendorHarness> => {
  const server = await startTwilio()
  const create = (accountSid: string, authToken: string, baseUrl: string) =>
    createTwilio({
      id: `twilio-${channel}`,
      accountSid,
      authToken,
      senders: { [channel]: '+5511912340000' },
      baseUrl,
      publicBaseUrl,
      shared: false,
      limits,
    })
  const toSender = channel === 'sms' ? '+5511912340000' : 'whatsapp:+5511912340000'
  const inboundUrl = `${publicBaseUrl}/hooks/twilio/inbound`
  return {
    provider: create(server.accountSid, server.authToken, server.url),
    stranger: create(server.accountSid, randomBytes(16).toString('hex'), server.url),
    at: (baseUrl) => create(server.accountSid, server.authToken, baseUrl),
    server,
    channel,
    given(scenario) {
      server.behaviour = behaviours[scenario](21_211)
      return phone
    },
    arrived: () => server.messages.length,
    async report(fact) {
      const failed = { ErrorCode: '30005', ErrorMessage: `No such phone ${phone}` }
      const status = fact === 'failed' ? 'undelivered' : fact
      const fields = fact === 'failed' ? failed : {}
      return toRaw(server.statusOf(latest(server.messages), status, fields))
    },
    async answer() {
      const { to } = latest(server.messages)
      return toRaw(server.inbound(inboundUrl, { From: to, To: toSender, Body: 'Sim' }))
    },
    elsewhere: () => toRaw(server.inbound(inboundUrl, { SmsStatus: 'nothing', CallSid: 'CA1' })),
    forge: (request) => ({
      ...request,
      rawBody: Buffer.from(`${Buffer.from(request.rawBody).toString()}&More=1`),
    }),
    close: () => server.close(),
  }
}

async function metaHarness(): Promise<VendorHarness> {
  const server = await startMeta()
  const create = (appSecret: string, graphUrl: string) =>
    createMeta({
      id: 'meta-main',
      phoneNumberId: server.phoneNumberId,
      accessToken: server.accessToken,
      appSecret,
      verifyToken: 'ours',
      senderNumber: '+5511912340000',
      graphUrl,
      templates: {},
      shared: false,
      limits,
    })
  const post = (change: object) => toRaw(server.callback(`${publicBaseUrl}/hooks/meta`, [change]))
  return {
    provider: create(server.appSecret, server.url),
    stranger: create('another-secret', server.url),
    at: (baseUrl) => create(server.appSecret, baseUrl),
    server,
    channel: 'whatsapp',
    given(scenario) {
      server.behaviour = behaviours[scenario](131_026)
      return phone
    },
    arrived: () => server.messages.length,
    async report(fact) {
      const sent = latest(server.messages)
      const status = writeStatus(sent, fact, fact === 'failed' ? { code: 131_026 } : {})
      return post({ statuses: [status] })
    },
    async answer() {
      const sent = latest(server.messages)
      return post({ messages: [writeTap(sent, sent.payloads[0] ?? '')] })
    },
    elsewhere: () => post({ statuses: [{ id: 'wamid.1', status: 'played' }] }),
    forge: (request) => ({
      ...request,
      rawBody: Buffer.from(Buffer.from(request.rawBody).toString().replace('entry', 'entrx')),
    }),
    close: () => server.close(),
  }
}

const zenviaHarness = (channel: PhoneChannel) => async (): Promise<VendorHarness> => {
  const server = await startZenvia()
  const secret = randomBytes(16).toString('hex')
  const create = (hookSecret: string, baseUrl: string) =>
    createZenvia({
      id: `zenvia-${channel}`,
      token: server.token,
      secret: hookSecret,
      senders: { [channel]: 'acme-account' },
      baseUrl,
      shared: false,
      limits,
    })
  const post = (body: string) =>
    toRaw({ url: `${publicBaseUrl}/hooks/zenvia/${secret}`, headers: json, body })
  return {
    provider: create(secret, server.url),
    stranger: create(randomBytes(16).toString('hex'), server.url),
    at: (baseUrl) => create(secret, baseUrl),
    server,
    channel,
    given(scenario) {
      // Zenvia refuses no recipient at once: it says so of the content alone.
      server.behaviour = behaviours[scenario]('VALIDATION_ERROR')
      return phone
    },
    arrived: () => server.messages.length,
    async report(fact) {
      const failed = fact === 'failed'
      const causes = failed ? [{ channelErrorCode: '404', reason: phone, details: phone }] : []
      const code = failed ? 'NOT_DELIVERED' : 'DELIVERED'
      return post(server.statusOf(latest(server.messages), code, causes))
    },
    answer: async () => post(server.answerTo(latest(server.messages), 'Sim', 'v1.0198f0aa.1.k3f9')),
    elsewhere: () => post(JSON.stringify({ type: 'CONVERSATION_STATUS', id: '1' })),
    forge: (request) => ({ ...request, url: `${publicBaseUrl}/hooks/zenvia/guess` }),
    close: () => server.close(),
  }
}

export const vendorHarnesses = [
  ['twilio sms', twilioHarness('sms')],
  ['twilio whatsapp', twilioHarness('whatsapp')],
  ['meta', metaHarness],
  ['zenvia sms', zenviaHarness('sms')],
  ['zenvia whatsapp', zenviaHarness('whatsapp')],
] as const
