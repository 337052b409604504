// The vendor of the second factor, in the bench's own process: no server's CPU time contains it. It takes
// messages as Meta does, and its webhooks are signed as Meta's are.
import { newPhone, toE164 } from '#test/support/messaging/carriers.ts'
import { type MetaMessage, startMeta, writeStatus, writeTap } from '#test/support/vendors/meta.ts'
import { createExchange } from '#test/load/client.ts'

export type Webhook = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type Vendor = AsyncDisposable & {
  /** The account of whoever sends by it. */
  readonly environment: { readonly MESSAGING: string }
  /** A number that nobody has; `arrived` when the vendor has answered for a message to it. */
  expect(): Expected
  status(message: MetaMessage, status: 'sent' | 'delivered' | 'read'): Webhook
  /** The first button of a message, tapped. */
  tap(message: MetaMessage): Webhook
}

type Expected = {
  readonly phone: ReturnType<typeof newPhone>
  /** The number as the vendor is given it. */
  readonly digits: string
  readonly arrived: Promise<MetaMessage>
}

export async function startVendor(): Promise<Vendor> {
  const server = await startMeta()
  const waiting = new Map<string, (message: MetaMessage) => void>()
  server.atTaking = async (message) => {
    const tell = waiting.get(message.to)
    waiting.delete(message.to)
    // Told behind the answer, which is written next.
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
