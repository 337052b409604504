// A small Infobip server: it accepts SMS and WhatsApp messages as documented, keeps logs, and posts its reports.
import { randomUUID } from 'node:crypto'
import { type Answer, startServer, type VendorRequest, type VendorServer } from './server.ts'

export type InfobipMessage = {
  readonly id: string
  readonly channel: 'sms' | 'whatsapp'
  readonly path: string
  readonly from: string
  /** Digits only. */
  readonly to: string
  readonly callbackData: string | undefined
  readonly notifyUrl: string | undefined
  readonly content: Readonly<Record<string, unknown>>
}

export type InfobipServer = VendorServer<InfobipMessage> & {
  readonly apiKey: string
  /** Incoming messages, as the server’s logs list them. */
  readonly received: object[]
  /** Sets the status that the logs report from then on. */
  logAs(groupName: string, name: string): void
  reportOf(
    message: InfobipMessage,
    state: readonly [group: string, name: string],
    error?: string,
  ): string
  seenOf(message: InfobipMessage): string
  answerTo(message: InfobipMessage, text: string, payload?: string): string
}

export async function startInfobip({ apiKey = randomUUID() } = {}): Promise<InfobipServer> {
  const logged: object[] = []
  const received: object[] = []
  const server = await startServer<InfobipMessage>((state) => ({
    readSend: (request) => readSend(request, apiKey),
    accepted: (message) => ({
      status: 200,
      body: toReceipt(message, 'PENDING', 'PENDING_ACCEPTED'),
    }),
    refused: (code, status) =>
      status === undefined
        ? // It takes the request, and refuses the message in it.
          { status: 200, body: { messages: [toTaken(randomUUID(), 'REJECTED', String(code))] } }
        : refuse(status, String(code)),
    limited: refuse(429, 'TOO_MANY_REQUESTS'),
    answer: (request) =>
      request.url.pathname === '/sms/1/inbox/logs'
        ? readInbox(request, apiKey, received)
        : readLogs(request, apiKey, state.messages, logged),
  }))
  return Object.assign(server, {
    apiKey,
    received,
    logAs(groupName: string, name: string) {
      const status = { groupId: 3, groupName, id: 5, name, description: 'To 5511987654321' }
      logged.splice(0, 1, { status, doneAt: '2026-11-21T15:00:02.000+0000' })
    },
    reportOf: (
      message: InfobipMessage,
      [groupName, name]: readonly [string, string],
      error = 'NO_ERROR',
    ) =>
      toList({
        bulkId: randomUUID(),
        ...toRef(message),
        price: { pricePerMessage: 0.01, currency: 'EUR' },
        status: { groupId: 3, groupName, id: 5, name, description: 'Message to 5511987654321' },
        error: { groupId: 0, groupName: 'OK', id: 0, name: error, permanent: false },
        sentAt: '2026-11-21T15:00:00.000+0000',
        doneAt: '2026-11-21T15:00:02.000+0000',
        callbackData: message.callbackData,
      }),
    seenOf: (message: InfobipMessage) =>
      toList({ ...toRef(message), seenAt: '2026-11-21T15:01:00.000+0000' }),
    answerTo: (message: InfobipMessage, text: string, payload?: string) =>
      toList(
        message.channel === 'sms'
          ? { ...toInbound(message), text, cleanText: text, keyword: '' }
          : { ...toInbound(message), message: toReply(message, text, payload) },
      ),
  })
}

const toList = (result: object): string => JSON.stringify({ results: [result] })

const toRef = ({ id, from, to }: InfobipMessage) => ({ messageId: id, from, to })

const toInbound = ({ from, to }: InfobipMessage) => ({
  messageId: randomUUID(),
  from: to,
  to: from,
  receivedAt: new Date().toISOString(),
})

const toReply = ({ id, from, path }: InfobipMessage, text: string, payload?: string) => {
  const context = { from, id }
  if (payload === undefined) return { type: 'TEXT', text, context }
  return path.endsWith('/buttons')
    ? { type: 'INTERACTIVE_BUTTON_REPLY', id: payload, title: text, context }
    : { type: 'BUTTON', text, payload, context }
}

const toTaken = (messageId: string, groupName: string, name: string) => ({
  messageId,
  status: { groupId: 1, groupName, id: 26, name, description: 'Message of 5511987654321' },
})

function toReceipt({ id, to, path }: InfobipMessage, groupName: string, name: string): object {
  const taken = { ...toTaken(id, groupName, name), destination: to, messageCount: 1 }
  const single = path.endsWith('/text') || path.endsWith('/buttons')
  return single ? taken : { bulkId: randomUUID(), messages: [taken] }
}

function readSend(
  { method, url, headers, body }: VendorRequest,
  apiKey: string,
): { message: InfobipMessage } | Answer | undefined {
  const isSms = url.pathname === '/sms/3/messages'
  const isWhatsapp = /^\/whatsapp\/1\/message\/(template|text|interactive\/buttons)$/.test(
    url.pathname,
  )
  if (method !== 'POST' || !(isSms || isWhatsapp)) return undefined
  if (headers['authorization'] !== `App ${apiKey}`) return refuse(401, 'UNAUTHORIZED')
  const one = firstOf(JSON.parse(body))
  const destination = isSms ? firstOf({ messages: one['destinations'] }) : one
  const webhooks = toObject(one['webhooks'])
  const to = destination['to']
  if (typeof to !== 'string' || !/^\d+$/.test(to)) return refuse(400, 'BAD_REQUEST')
  return {
    message: {
      id: toText(destination['messageId']) ?? randomUUID(),
      channel: isSms ? 'sms' : 'whatsapp',
      path: url.pathname,
      from: toText(isSms ? one['sender'] : one['from']) ?? '',
      to,
      callbackData: toText(webhooks['callbackData'] ?? one['callbackData']),
      notifyUrl: toText(toObject(webhooks['delivery'])['url'] ?? one['notifyUrl']),
      content: toObject(one['content']),
    },
  }
}

function readLogs(
  { url, headers }: VendorRequest,
  apiKey: string,
  messages: readonly InfobipMessage[],
  logged: readonly object[],
): Answer {
  if (headers['authorization'] !== `App ${apiKey}`) return refuse(401, 'UNAUTHORIZED')
  if (url.pathname !== '/sms/3/logs') return refuse(404, 'NOT_FOUND')
  const asked = url.searchParams.getAll('messageId')
  const found = messages.filter(({ id, channel }) => channel === 'sms' && asked.includes(id))
  const price = { pricePerMessage: 0.01, currency: 'EUR' }
  const results = found.map((one) => ({ ...toRef(one), messageCount: 2, price, ...logged[0] }))
  return { status: 200, body: { results } }
}

function readInbox(
  { url, headers }: VendorRequest,
  apiKey: string,
  received: readonly object[],
): Answer {
  if (headers['authorization'] !== `App ${apiKey}`) return refuse(401, 'UNAUTHORIZED')
  const to = url.searchParams.get('to')
  const results = received.filter((one) => 'to' in one && one.to === to)
  return { status: 200, body: { results } }
}

/** The body itself, or its first message. */
function firstOf(body: unknown): Readonly<Record<string, unknown>> {
  const { messages } = toObject(body)
  return Array.isArray(messages) ? toObject(messages[0]) : toObject(body)
}

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  // Safe because every field is read as unknown.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const refuse = (status: number, messageId: string): Answer => ({
  status,
  body: { requestError: { serviceException: { messageId, text: 'Bad request of 5511987654321' } } },
})
