// A small Graph API: it accepts WhatsApp messages as documented, and sends webhooks with the app’s signature.
import { randomBytes } from 'node:crypto'
import { signMeta } from '#src/vendors/meta/signature.ts'
import { type Answer, startServer, type VendorRequest, type VendorServer } from './server.ts'

export type MetaMessage = {
  readonly id: string
  /** The digits of the recipient, as sent. */
  readonly to: string
  readonly recordId: string | undefined
  /** The payloads of the message’s buttons, in order. */
  readonly payloads: readonly string[]
  /** The body as received. */
  readonly json: Readonly<Record<string, unknown>>
}

export type MetaCallback = {
  readonly method: 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `statuses` and `messages` of a change, in Meta’s format. */
export type MetaChange = {
  readonly statuses?: readonly object[]
  readonly messages?: readonly object[]
}

export type MetaServer = VendorServer<MetaMessage> & {
  readonly phoneNumberId: string
  readonly accessToken: string
  readonly appSecret: string
  readonly displayNumber: string
  readonly businessAccountId: string
  /** The templates that the business account lists. */
  templates: readonly MetaTemplate[]
  /** The `message_status` of messages that are accepted from then on. */
  messageStatus: 'accepted' | 'held_for_quality_assessment' | 'paused'
  /** A signed webhook with any number of changes. */
  callback(url: string, changes: readonly MetaChange[]): MetaCallback
  /** A signed webhook about the business account or one of its templates. */
  notice(url: string, field: string, value: object, at?: number): MetaCallback
  post(callback: MetaCallback): Promise<number>
}

export type MetaTemplate = {
  readonly name: string
  readonly language: string
  readonly status: string
  readonly category: string
  readonly quality_score: { readonly score: string }
  readonly components: readonly object[]
}

/** An approved template that fits one of our questions, with quick replies. */
export const writeTemplate = (changes: Partial<MetaTemplate> = {}): MetaTemplate => ({
  name: 'confirm_transaction_v1',
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  quality_score: { score: 'GREEN' },
  components: [
    { type: 'BODY', text: '{{1}}: foi você? Vale por {{2}} minutos.' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Sim' },
        { type: 'QUICK_REPLY', text: 'Não' },
      ],
    },
  ],
  ...changes,
})

export type MetaServerOptions = {
  readonly phoneNumberId?: string
  readonly accessToken?: string
  readonly appSecret?: string
}

/** Like a real message id, it contains the number in base64. */
const makeWamid = (digits: string) =>
  `wamid.${Buffer.from(`\x1c\x18${digits}${randomBytes(9).toString('hex')}`).toString('base64')}`

export async function startMeta(options: MetaServerOptions = {}): Promise<MetaServer> {
  const { phoneNumberId = '106540352242922', accessToken = randomBytes(16).toString('hex') } =
    options
  const { appSecret = randomBytes(16).toString('hex') } = options
  const displayNumber = '5511912340000'
  const businessAccountId = '102290129340398'
  const sign = (url: string, entry: readonly object[]): MetaCallback => {
    const body = escapeUnits({ object: 'whatsapp_business_account', entry })
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signMeta(appSecret, body),
      'user-agent': 'facebookexternalua',
    }
    return { method: 'POST', url, headers, body }
  }
  const server = await startServer<MetaMessage>(() => ({
    readSend: (request) => readSend(request, phoneNumberId, accessToken),
    accepted: ({ id, to }) => ({
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: toWaId(to), user_id: userIdOf(to) }],
        messages: [{ id, message_status: state.messageStatus }],
      },
    }),
    // The code may have a subcode after a slash.
    refused: (code, status) => {
      const [own, subcode] = String(code).split('/').map(Number)
      return refuse(status ?? 400, own ?? 0, subcode)
    },
    limited: refuse(429, 130429),
    answer: (request) => listTemplates(request, state, accessToken),
  }))
  const state: MetaServer = Object.assign(server, {
    phoneNumberId,
    accessToken,
    appSecret,
    displayNumber,
    messageStatus: 'accepted' as const,
    businessAccountId,
    templates: [],
    notice(url: string, field: string, value: object, at = Date.now()): MetaCallback {
      const changes = [{ field, value }]
      return sign(url, [{ id: businessAccountId, time: Math.floor(at / 1_000), changes }])
    },
    callback(url: string, changes: readonly MetaChange[]): MetaCallback {
      const metadata = { display_phone_number: displayNumber, phone_number_id: phoneNumberId }
      const entry = changes.map((change) => ({
        id: businessAccountId,
        changes: [
          { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...change } },
        ],
      }))
      return sign(url, entry)
    },
    async post({ method, url, headers, body }: MetaCallback) {
      const answered = await fetch(url, { method, headers, body })
      await answered.arrayBuffer()
      return answered.status
    },
  })
  return state
}

/** The id that replaces the number of a person whose number is hidden. */
export const userIdOf = (digits: string): string =>
  `BR.${toWaId(digits).split('').toReversed().join('')}`

/** A status as in a webhook; `at` in epoch milliseconds. */
export const writeStatus = (
  { id, to, recordId }: MetaMessage,
  status: string,
  { at = Date.now(), code }: { at?: number; code?: number } = {},
): object => ({
  id,
  status,
  timestamp: String(Math.floor(at / 1000)),
  recipient_id: toWaId(to),
  ...(recordId !== undefined && { biz_opaque_callback_data: `rid:${recordId}` }),
  ...(code === undefined
    ? { pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' } }
    : { errors: [{ code, title: 'Failed', message: `To ${to}`, error_data: { details: to } }] }),
})

/** The tap on a quick reply of a template. */
export const writeTap = (
  { id, to }: MetaMessage,
  payload: string,
  { at = Date.now(), from = toWaId(to) }: { at?: number; from?: string } = {},
): object => ({
  from,
  id: makeWamid(to),
  timestamp: String(Math.floor(at / 1000)),
  context: { from: '5511912340000', id },
  type: 'button',
  button: { payload, text: 'Não' },
})

/** Accounts created before the ninth digit was introduced lack it, except in São Paulo and Rio. */
const toWaId = (digits: string) => digits.replace(/^(55[3-9]\d)9(\d{8})$/, '$1$2')

/** Meta escapes non-ASCII characters and signs the bytes that it sends. */
const escapeUnits = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function readSend(
  { method, url, headers, body }: VendorRequest,
  phoneNumberId: string,
  accessToken: string,
): { message: MetaMessage } | Answer | undefined {
  if (method !== 'POST' || !url.pathname.endsWith('/messages')) return undefined
  if (headers['authorization'] !== `Bearer ${accessToken}`) return refuse(401, 190)
  if (!new RegExp(`^/v\\d+\\.0/${phoneNumberId}/messages$`).test(url.pathname))
    return refuse(400, 100)
  // Safe because the fields that are used are checked right after.
  const json = JSON.parse(body) as MetaMessage['json']
  const { to, type, messaging_product: product, biz_opaque_callback_data: data } = json
  if (product !== 'whatsapp' || typeof to !== 'string' || !/^\d+$/.test(to)) return refuse(400, 100)
  if (typeof type !== 'string' || !(type in json)) return refuse(400, 131008)
  const recordId = typeof data === 'string' ? /^rid:(.+)$/.exec(data)?.[1] : undefined
  return { message: { id: makeWamid(to), to, recordId, payloads: findPayloads(json), json } }
}

/** Lists the templates of the business account by name; other paths do not exist. */
function listTemplates(
  { method, url, headers }: VendorRequest,
  { businessAccountId, templates }: MetaServer,
  accessToken: string,
): Answer {
  if (headers['authorization'] !== `Bearer ${accessToken}`) return refuse(401, 190)
  const isList = new RegExp(`^/v\\d+\\.0/${businessAccountId}/message_templates$`).test(
    url.pathname,
  )
  if (method !== 'GET' || !isList) return refuse(404, 33)
  const asked = url.searchParams.get('name') ?? ''
  const fields = new Set(url.searchParams.get('fields')?.split(',') ?? [])
  const data = templates
    .filter(({ name }) => name.includes(asked))
    .map((one) => Object.fromEntries(Object.entries(one).filter(([field]) => fields.has(field))))
  return { status: 200, body: { data, paging: { cursors: { before: 'M', after: 'M' } } } }
}

/** Finds payloads at any depth: in a template’s buttons, or as ids of interactive ones. */
function findPayloads(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'payload' || key === 'id') && typeof inner === 'string'
      ? [inner]
      : findPayloads(inner),
  )
}

const refuse = (status: number, code: number, subcode?: number): Answer => ({
  status,
  body: {
    error: {
      // Real errors quote the number too.
      message: `(#${code}) Message to 5511987654321 failed`,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      error_data: { messaging_product: 'whatsapp', details: 'Recipient 5511987654321' },
      fbtrace_id: 'A4O5xyz',
    },
  },
})
