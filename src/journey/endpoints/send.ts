// Sends one signed request to an endpoint, with its headers, to an address that its tenant may reach.
import { hostOf } from '#src/journey/calls/connector.ts'
import { exchange } from '#src/journey/calls/http.ts'
import { reachOfReceiver, type ReceiverSettings } from '#src/journey/receivers/address.ts'
import { type Signer, signHeaders } from '#src/journey/receivers/signing.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { answerBytesMax, answerOf, type EndpointAnswer } from './answer-rules.ts'
import type { Endpoint } from './table.ts'

export type EndpointSettings = Pick<ReceiverSettings, 'resolve'> & {
  /** Lets every tenant reach the machine itself, as a local start needs. */
  readonly allowsLoopback: boolean
}

export type Reaching = {
  readonly tenants: Pick<Tenants, 'find'>
  readonly endpoints: EndpointSettings
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The hosts of a private network that the operator lets this tenant reach. */
export function settingsOf(
  { tenants, endpoints: { allowsLoopback, resolve } }: Reaching,
  tenant: string,
  url: URL,
): ReceiverSettings {
  const own = tenants.find(tenant)?.privateHosts ?? []
  const isLoopback = allowsLoopback && loopback.includes(url.hostname)
  return {
    privateHosts: isLoopback ? [...own, hostOf(url)] : own,
    ...(resolve && { resolve }),
  }
}

export type EndpointMessage = {
  /** Sent as the header `webhook-id`. */
  readonly id: string
  readonly body: string
  /** Wall time, epoch ms. */
  readonly sentAt: number
}

type Target = {
  readonly endpoint: Pick<Endpoint, 'tenant' | 'url' | 'timeoutMs'>
  readonly signers: readonly Signer[]
  readonly headers: Readonly<Record<string, string>>
}

/** Never rejects. */
export async function sendTo(
  reaching: Reaching,
  { endpoint: { tenant, url: text, timeoutMs }, signers, headers }: Target,
  message: EndpointMessage,
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  const url = new URL(text)
  const request = {
    method: 'POST',
    url,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'user-agent': 'Atesta-Calls/1',
      ...signHeaders(signers, message),
    },
    body: message.body,
    signal,
  } as const
  return answerOf(
    await exchange(request, {
      connectMs: Math.min(3_000, timeoutMs),
      totalMs: timeoutMs,
      bodyBytesMax: answerBytesMax,
      // The name is resolved for each connection, and exactly the checked address is connected to.
      reach: reachOfReceiver(url, settingsOf(reaching, tenant, url)),
    }),
  )
}
