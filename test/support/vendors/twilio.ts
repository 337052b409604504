// A small Twilio server: it accepts messages over the documented API, lists them, and calls back with its signature.
import { randomBytes } from 'node:crypto'
import { signTwilio } from '#src/vendors/twilio/signature.ts'
import { type Answer, startServer, type VendorRequest, type VendorServer } from './server.ts'

export type TwilioMessage = {
  readonly sid: string
  /** The recipient, with the prefix `whatsapp:` for WhatsApp. */
  readonly to: string
  /** Null for a message of a Messaging Service that has not chosen its sender yet. */
  readonly from: string | null
  readonly body: string
  readonly createdAt: Date
  /** Null while the message waits in the queue. */
  readonly sentAt: Date | null
  readonly statusCallback: string | undefined
  readonly messagingServiceSid: string | undefined
  /** All parameters as received. */
  readonly params: URLSearchParams
}

/** A callback as Twilio would post it. */
export type TwilioCallback = {
  readonly method: 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Fields = Readonly<Record<string, string>>

export type TwilioReceived = {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly at: Date
}

export type TwilioServer = VendorServer<TwilioMessage> & {
  readonly accountSid: string
  readonly authToken: string
  /** True: messages that are accepted from then on stay in the queue, so that lists by date of sending lack them. */
  queueing: boolean
  /** The price that messages show from then on; null: it is not known yet. */
  price: string | null
  /** Incoming messages, as the server’s list shows them. */
  readonly received: TwilioReceived[]
  /** Maps a public URL to a reachable one: `https://id.example.test/hooks…` to a free local port. */
  reach: (url: string) => string
  /** The signed status callback of a message; `fields` add to and replace its parameters. */
  statusOf(message: TwilioMessage, status: string, fields?: Fields): TwilioCallback
  /** A signed inbound message to `url`; `fields` need `From`, `To` and `Body`. */
  inbound(url: string, fields: Fields): TwilioCallback
  /** Posts it as Twilio does; resolves to the status of the answer. */
  post(callback: TwilioCallback): Promise<number>
}

export type TwilioServerOptions = { readonly accountSid?: string; readonly authToken?: string }

const makeSid = (prefix: string): string => prefix + randomBytes(16).toString('hex')

export async function startTwilio(options: TwilioServerOptions = {}): Promise<TwilioServer> {
  const { accountSid = makeSid('AC'), authToken = randomBytes(16).toString('hex') } = options
  const server = await startServer<TwilioMessage>(({ messages }) => ({
    readSend: (request) => readSend(request, accountSid, authToken, state.queueing),
    accepted: (message) => ({ status: 201, body: toResource(message, accountSid) }),
    refused: (code, status) => refuse(status ?? 400, Number(code)),
    limited: refuse(429, 20429),
    answer: (request) => answer(request, messages, state),
  }))

  const sign = (url: string, fields: Fields): TwilioCallback => ({
    method: 'POST',
    url: url.replace(/#.*$/, ''),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signTwilio(authToken, url, fields),
      'user-agent': 'TwilioProxy/1.1',
    },
    body: new URLSearchParams(fields).toString(),
  })

  const state: TwilioServer = Object.assign(server, {
    accountSid,
    authToken,
    queueing: false,
    price: null,
    received: [],
    reach: (url: string) => url,
    statusOf: ({ sid, to, from, statusCallback }: TwilioMessage, status: string, fields?: Fields) =>
      sign(statusCallback ?? 'https://unknown.invalid/', {
        ...common(sid, accountSid),
        MessageStatus: status,
        SmsStatus: status,
        To: to,
        From: from ?? '',
        ...fields,
      }),
    inbound: (url: string, fields: Fields) => {
      const sid = makeSid('SM')
      const also = { SmsMessageSid: sid, SmsStatus: 'received', NumMedia: '0', NumSegments: '1' }
      return sign(url, { ...common(sid, accountSid), ...also, FromCity: '', ...fields })
    },
    async post(this: TwilioServer, { method, url, headers, body }: TwilioCallback) {
      const answered = await fetch(this.reach(url), { method, headers, body })
      await answered.arrayBuffer()
      return answered.status
    },
  })
  return state
}

const common = (sid: string, accountSid: string) => ({
  MessageSid: sid,
  SmsSid: sid,
  AccountSid: accountSid,
  ApiVersion: '2010-04-01',
})

function readSend(
  request: VendorRequest,
  accountSid: string,
  authToken: string,
  queueing: boolean,
) {
  if (request.method !== 'POST' || !request.url.pathname.endsWith('/Messages.json'))
    return undefined
  const denied = authorize(request, accountSid, authToken)
  if (denied) return denied
  const params = new URLSearchParams(request.body)
  const missing = findMissing(params)
  if (missing !== undefined) return refuse(400, missing)
  const from = params.get('From')
  return {
    message: {
      sid: makeSid('SM'),
      to: params.get('To') ?? '',
      from,
      body: params.get('Body') ?? '',
      createdAt: new Date(),
      sentAt: queueing ? null : new Date(),
      statusCallback: params.get('StatusCallback') ?? undefined,
      messagingServiceSid: params.get('MessagingServiceSid') ?? undefined,
      params,
    },
  }
}

/** The error for wrong credentials, or for a form that lacks a required field; undefined when there is none. */
function authorize(
  { url, headers }: VendorRequest,
  accountSid: string,
  authToken: string,
): Answer | undefined {
  const given = Buffer.from((headers['authorization'] ?? '').replace(/^Basic /, ''), 'base64')
  const [user = '', password] = given.toString().split(':')
  const known = user === accountSid || user.startsWith('SK')
  if (!known || password !== authToken) return refuse(401, 20003)
  return url.pathname.startsWith(`/2010-04-01/Accounts/${accountSid}/`)
    ? undefined
    : refuse(404, 20404)
}

function findMissing(params: URLSearchParams): number | undefined {
  if (!params.get('To')) return 21604
  if (!params.get('From') && !params.get('MessagingServiceSid')) return 21603
  if (!params.get('Body') && !params.get('ContentSid')) return 21602
  const validity = Number(params.get('ValidityPeriod') ?? 1)
  return validity < 1 || validity > 36_000 ? 21601 : undefined
}

const refuse = (status: number, code: number): Answer => ({
  status,
  body: {
    code,
    // Real errors quote the number too.
    message: `The 'To' number +5511987654321 is not a valid phone number (${code})`,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
})

function toResource(message: TwilioMessage, accountSid: string, price: string | null = null) {
  const service = message.messagingServiceSid
  const discarded = message.params.get('ContentRetention') === 'discard'
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: discarded ? '' : message.body,
    date_created: message.createdAt.toUTCString(),
    date_sent: message.sentAt?.toUTCString() ?? null,
    date_updated: message.createdAt.toUTCString(),
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: message.from,
    messaging_service_sid: service ?? null,
    num_media: '0',
    num_segments: '1',
    price,
    price_unit: 'USD',
    sid: message.sid,
    status: service === undefined ? 'queued' : 'accepted',
    to: message.to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}.json`,
  }
}

function answer(
  request: VendorRequest,
  messages: readonly TwilioMessage[],
  { accountSid, authToken, price, received }: TwilioServer,
): Answer {
  const denied = authorize(request, accountSid, authToken)
  if (denied) return denied
  const { pathname, searchParams } = request.url
  if (pathname.endsWith('/Messages.json') && searchParams.has('From'))
    return listReceived(received, searchParams)
  if (pathname.endsWith('/Messages.json')) return list(messages, searchParams, accountSid)
  const found = messages.find(({ sid }) => pathname.endsWith(`/Messages/${sid}.json`))
  return found ? { status: 200, body: toResource(found, accountSid, price) } : refuse(404, 20404)
}

/** Newest first, filtered by sender and recipient. */
function listReceived(received: readonly TwilioReceived[], query: URLSearchParams): Answer {
  const [from, to] = [query.get('From'), query.get('To')]
  const found = received.filter((one) => one.from === from && (to === null || one.to === to))
  const messages = found.toReversed().map(({ at, ...one }) => ({
    ...one,
    date_created: at.toUTCString(),
    date_sent: at.toUTCString(),
    direction: 'inbound',
    messaging_service_sid: null,
    status: 'received',
  }))
  return { status: 200, body: { messages, page: 0, next_page_uri: null } }
}

/** Newest first, filtered by recipient and from a UTC day on. */
function list(
  messages: readonly TwilioMessage[],
  query: URLSearchParams,
  accountSid: string,
): Answer {
  const size = Number(query.get('PageSize') ?? 50)
  const [to, since] = [query.get('To'), query.get('DateSent>')]
  const found = messages.filter(
    (message) =>
      (to === null || message.to === to) &&
      (since === null || (message.sentAt?.toISOString().slice(0, 10) ?? '') >= since),
  )
  const page = found.toReversed().slice(0, size)
  return {
    status: 200,
    body: {
      messages: page.map((message) => toResource(message, accountSid)),
      page: 0,
      page_size: size,
      next_page_uri: found.length > size ? '/2010-04-01/next' : null,
    },
  }
}
