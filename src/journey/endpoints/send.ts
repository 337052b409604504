// Sends one signed request to an endpoint, with its headers, to an address that its tenant may reach.
import { exchange } from '#src/journey/calls/http.ts'
import { reachOfReceiver, type ReceiverSettings } from '#src/journey/receivers/address.ts'
import { type Signer, signHeaders } from '#src/journey/receivers/signing.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { answerBytesMax, answerOf, type EndpointAnswer } from './answer-rules.ts'
import type { Endpoint } from './table.ts'

export type Reaching = {
  readonly tenants: Pick<Tenants, 'find'>
  readonly endpoints: Omit<ReceiverSettings, 'privateHosts'>
}

/** The hosts of a private network that the operator lets this tenant reach. */
export const settingsOf = ({ tenants, endpoints }: Reaching, tenant: string): ReceiverSettings => ({
  ...endpoints,
  privateHosts: tenants.find(tenant)?.privateHosts ?? [],
})

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
      reach: reachOfReceiver(url, settingsOf(reaching, tenant)),
    }),
  )
}
