// Each adapter beside what is real for it, told apart only by what the port says: for tests over all.
import { randomUUID } from 'node:crypto'
import type {
  Mail,
  MessagingAccount,
  OutboundMessage,
  SendContext,
} from '#src/messaging/challenges/port.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { Behaviour } from './server.ts'

export type Scenario = 'accepts' | 'refuses' | 'limits' | 'loses the answer' | 'fails later'
export type Reported = 'delivered' | 'failed'

export type Harness = {
  readonly provider: MessagingAccount
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
  readonly stranger: MessagingAccount
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
  at(baseUrl: string): MessagingAccount
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

export const json = { 'content-type': 'application/json' }
export const behaviours: Record<Scenario, (code: number | string) => Behaviour> = {
  accepts: () => 'accept',
  refuses: (code) => ({ refuse: code }),
  limits: () => 'rate',
  'loses the answer': () => 'reset',
  'fails later': () => 'accept',
}

export const limits = { connectMs: 700, totalMs: 1200 }

/** The latest of them, as the test has just sent it. */
export function latest<T>(messages: readonly T[]): T {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('no message has arrived')
  return last
}
