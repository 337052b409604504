// Each adapter with its counterpart, behind one interface, for the common tests of all adapters.
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
  /** Prepares the scenario at the counterpart; returns the phone or address to send to. */
  given(scenario: Exclude<Scenario, 'fails later'>): string
  /** The number of messages that arrived. */
  arrived(): number
  close(): Promise<void>
}

export type PhoneChannel = Exclude<Channel, 'email'>

/** A harness of a vendor that signs its callbacks. */
export type ReportingHarness = Omit<Harness, 'given'> & {
  given(scenario: Scenario): string
  /** Another account of the same vendor. */
  readonly stranger: MessagingAccount
  /** The vendor’s callback about the latest message. */
  report(deliveryStatus: Reported): Promise<RawRequest>
  /** The vendor’s callback when the person chooses the first option. */
  answer(): Promise<RawRequest>
  /** A genuine callback in the vendor’s format about another subject. */
  readonly elsewhere: () => RawRequest
  /** The same request as someone without the secret would sign it. */
  forge(request: RawRequest): RawRequest
}

/** The harness of a real vendor, with its server for further settings. */
export type VendorHarness = ReportingHarness & {
  readonly server: {
    readonly url: string
    behaviour: Behaviour
    readonly messages: readonly unknown[]
  }
  /** The same adapter with another base URL. */
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

/** What answers has time enough on a busy machine, and what hangs is given up soon. */
export const patient = { connectMs: 10_000, totalMs: 20_000 }
export const hurried = { connectMs: 700, totalMs: 1_200 }

/** The latest message, which the test has just sent. */
export function latest<T>(messages: readonly T[]): T {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('no message has arrived')
  return last
}
