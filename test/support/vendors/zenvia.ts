// A small Zenvia server: it accepts SMS and WhatsApp messages as documented, and posts its events.
import { randomUUID } from 'node:crypto'
import { type Answer, startServer, type VendorRequest, type VendorServer } from './server.ts'

export type ZenviaMessage = {
  readonly id: string
  readonly channel: 'sms' | 'whatsapp'
  readonly from: string
  /** Digits only. */
  readonly to: string
  readonly externalId: string | undefined
  /** The first content of the message. */
  readonly content: Readonly<Record<string, unknown>>
}

export type ZenviaServer = VendorServer<ZenviaMessage> & {
  readonly token: string
  statusOf(message: ZenviaMessage, code: string, causes?: readonly object[]): string
  /** An answer to a message; `payload` is that of the tapped button. */
  answerTo(message: ZenviaMessage, text: string, payload?: string): string
  post(url: string, body: string): Promise<number>
}

export async function startZenvia({ token = randomUUID() } = {}): Promise<ZenviaServer> {
  const server = await startServer<ZenviaMessage>(() => ({
    readSend: (request) => readSend(request, token),
    accepted: ({ id, channel, from, to, content }) => ({
      status: 200,
      body: { id, from, to, direction: 'OUT', channel, contents: [content] },
    }),
    refused: (code, status) => refuse(status ?? 400, String(code)),
    limited: refuse(429, 'TOO_MANY_REQUESTS'),
    answer: () => refuse(404, 'NOT_FOUND'),
  }))
  return Object.assign(server, {
    token,
    statusOf: (message: ZenviaMessage, code: string, causes: readonly object[] = []) =>
      JSON.stringify({
        ...common('MESSAGE_STATUS', message),
        messageId: message.id,
        message: { ...toRef(message), direction: 'OUT', from: message.from, to: message.to },
        messageStatus: { timestamp: new Date().toISOString(), code, description: 'The…', causes },
      }),
    answerTo: (message: ZenviaMessage, text: string, payload?: string) =>
      JSON.stringify({
        ...common('MESSAGE', message),
        direction: 'IN',
        message: {
          id: randomUUID(),
          from: message.to,
          to: message.from,
          direction: 'IN',
          channel: message.channel,
          contents: [{ type: 'text', text, ...(payload !== undefined && { payload }) }],
          timestamp: new Date().toISOString(),
        },
      }),
    async post(url: string, body: string) {
      const headers = { 'content-type': 'application/json' }
      const answered = await fetch(url, { method: 'POST', headers, body })
      await answered.arrayBuffer()
      return answered.status
    },
  })
}

const common = (type: string, { channel }: ZenviaMessage) => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  type,
  channel,
  subscriptionId: '8e1b0a3e-0000-4000-8000-000000000001',
})

const toRef = ({ id, externalId }: ZenviaMessage) => ({
  id,
  ...(externalId !== undefined && { externalId }),
  contentIndex: 0,
})

function readSend(
  { method, url, headers, body }: VendorRequest,
  token: string,
): { message: ZenviaMessage } | Answer | undefined {
  const channel = /^\/v2\/channels\/(sms|whatsapp)\/messages$/.exec(url.pathname)?.[1]
  if (method !== 'POST' || channel === undefined) return undefined
  if (headers['x-api-token'] !== token) return refuse(401, 'AUTHENTICATION_ERROR')
  // Safe because every field that is used is checked right after.
  const json = JSON.parse(body) as Readonly<Record<string, unknown>>
  const { from, to, externalId, contents } = json
  const content: unknown = Array.isArray(contents) ? contents[0] : undefined
  const given = typeof from === 'string' && typeof to === 'string' && /^\d+$/.test(to)
  if (!given || typeof content !== 'object' || content === null || !('type' in content)) {
    return refuse(400, 'VALIDATION_ERROR')
  }
  return {
    message: {
      id: randomUUID(),
      channel: channel === 'sms' ? 'sms' : 'whatsapp',
      from,
      to,
      externalId: typeof externalId === 'string' ? externalId : undefined,
      content: { ...content },
    },
  }
}

const refuse = (status: number, code: string): Answer => ({
  status,
  body: {
    code,
    // Real errors quote the request too.
    message: 'Validation error: 5511987654321',
    details: [{ code: 'INVALID', path: 'to', message: '5511987654321' }],
  },
})
