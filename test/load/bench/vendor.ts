// The vendor of the second factor. It runs in the process of the bench, so that it is not part of any server’s CPU
// time. It accepts messages as Meta does and signs its webhooks as Meta does.
import { newPhone, toE164 } from '#test/support/messaging/carriers.ts'
import { type MetaMessage, startMeta, writeStatus, writeTap } from '#test/support/vendors/meta.ts'
import { createExchange } from '#test/load/client.ts'

export type Webhook = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type Vendor = AsyncDisposable & {
  /** The configuration of the sending account. */
  readonly environment: { readonly MESSAGING: string }
  /** A fictitious number; `arrived` resolves when the vendor has answered a message to it. */
  expect(): Expected
  status(message: MetaMessage, status: 'sent' | 'delivered' | 'read'): Webhook
  /** The webhook of a tap on the message’s first button. */
  tap(message: MetaMessage): Webhook
}

type Expected = {
  readonly phone: ReturnType<typeof newPhone>
  /** The number as it is sent to the vendor. */
  readonly digits: string
  readonly arrived: Promise<MetaMessage>
}

export async function startVendor(): Promise<Vendor> {
  const server = await startMeta()
  const waiting = new Map<string, (message: MetaMessage) => void>()
  server.atTaking = async (message) => {
    const tell = waiting.get(message.to)
    waiting.delete(message.to)
    // Resolved after the answer, which is written next.
    setImmediate(() => tell?.(message))
  }
  const { phoneNumberId, accessToken, appSecret, displayNumber, url: graphUrl } = server
  const account = {
    vendor: 'meta',
    phoneNumberId,
    accessToken,
    appSecret,
    graphUrl,
    verifyToken: 'bench',
    senderNumber: `+${displayNumber}`,
    templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } },
    shared: false,
  }
  return {
    environment: {
      MESSAGING: JSON.stringify({
        accounts: { bench: account },
        channels: { whatsapp: ['bench'] },
      }),
    },
    expect() {
      const phone = newPhone()
      const digits = toE164(phone).slice(1)
      const { promise: arrived, resolve } = Promise.withResolvers<MetaMessage>()
      waiting.set(digits, resolve)
      return { phone, digits, arrived }
    },
    status: (message, status) =>
      server.callback(hookPath, [{ statuses: [writeStatus(message, status)] }]),
    tap: (message) =>
      server.callback(hookPath, [{ messages: [writeTap(message, message.payloads[0] ?? '')] }]),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

const hookPath = '/hooks/meta'

/** Posts webhooks to an API; rejects for every answer but 200. */
export function createWebhookPost(url: string): (webhook: Webhook) => Promise<void> {
  const exchange = createExchange(url)
  return async ({ headers, body }) => {
    const { status, text } = await exchange('POST', hookPath, headers, body)
    if (status !== 200) throw new Error(`a webhook was answered ${status}: ${text}`)
  }
}
