// Simulates Meta's callbacks for WhatsApp in the sandbox, signed as Meta signs.
import type { SignedCallback } from './courier.ts'
import type { PhoneAnswer, Dialect, Letter, Report } from './dialect.ts'
import { hashHex, toDigits } from './ids.ts'
import { parseMeta } from '#src/vendors/meta/events.ts'
import { signMeta, verifyMetaSignature } from '#src/vendors/meta/signature.ts'

/** `appSecrets` begins with the one that signs; the others are still accepted. */
export type MetaSpeaker = { readonly appSecrets: readonly [string, ...string[]] }

/** A real id contains the number, while this one does not. */
const toWamid = (id: string) =>
  `wamid.${Buffer.from(hashHex('sandbox-whatsapp', id), 'hex').toString('base64')}`

export function speakMeta({ appSecrets }: MetaSpeaker): Dialect {
  const [appSecret] = appSecrets
  return {
    id: 'sandbox-whatsapp',
    vendor: 'meta',
    channel: 'whatsapp',
    canLookUp: false,
    refusal: { kind: 'rejected', class: 'recipient', code: 'meta-131026' },
    tooMany: { kind: 'deferred', class: 'rate', code: 'meta-130429', retryAfterMs: 1_000 },
    accept: ({ messageId, phone }) => ({
      kind: 'accepted',
      providerMsgId: messageId,
      resolvedAddress: toWaId(phone),
    }),
    senderOf: (tenant) => `10650${toDigits('sandbox-sender', tenant)}`,
    toMessageId: toWamid,
    writeReport: (mark, letter, report) =>
      writeWebhook(appSecret, letter, toStatus(mark, letter, report)),
    writeAnswer: (letter, id, answer) =>
      writeWebhook(appSecret, letter, toInbound(letter, toWamid(id), answer)),
    verifyWebhook: ({ headers, rawBody }) =>
      appSecrets.some((secret) =>
        verifyMetaSignature(secret, rawBody, headers['x-hub-signature-256']),
      ),
    parseWebhook: (request) => parseMeta(request),
  }
}

/**
 * The id of a WhatsApp account, in digits. Accounts that are older than the ninth digit lack it; in the sandbox those
 * of area codes from 31 on, so that tests meet both forms.
 */
const toWaId = (e164: string) => e164.slice(1).replace(/^(55[3-9]\d)9(\d{8})$/, '$1$2')

const failures: Partial<Record<Report, readonly [code: number, title: string]>> = {
  'unknown-number': [131_026, 'Message undeliverable'],
  unreachable: [131_000, 'Something went wrong'],
}

function toStatus(mark: string, { messageId, phone }: Letter, report: Report): object {
  const waId = toWaId(phone)
  const failure = failures[report]
  const common = {
    id: messageId,
    timestamp: writeSeconds(),
    recipient_id: waId,
    biz_opaque_callback_data: `rid:${mark}`,
  }
  if (failure) {
    const [code, title] = failure
    const errors = [{ code, title, message: title, error_data: { details: title } }]
    return { statuses: [{ ...common, status: 'failed', errors }] }
  }
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
  const status = { ...common, status: report, recipient_user_id: toUserId(waId) }
  const isPriced = report === 'sent' || report === 'delivered'
  return { contacts: [toContact(waId)], statuses: [isPriced ? { ...status, pricing } : status] }
}

/** A tap carries the button of our template; typed words quote the message that they answer. */
function toInbound({ messageId, sender, phone }: Letter, id: string, answer: PhoneAnswer): object {
  const waId = toWaId(phone)
  const content =
    'text' in answer
      ? { type: 'text', text: { body: answer.text } }
      : { type: 'button', button: { payload: answer.payload, text: answer.label } }
  const message = {
    context: { from: displayNumber(sender), id: messageId },
    from: waId,
    from_user_id: toUserId(waId),
    id,
    timestamp: writeSeconds(),
    ...content,
  }
  return { contacts: [toContact(waId)], messages: [message] }
}

function writeWebhook(appSecret: string, { sender }: Letter, content: object): SignedCallback {
  const metadata = { display_phone_number: displayNumber(sender), phone_number_id: sender }
  const value = { messaging_product: 'whatsapp', metadata, ...content }
  const entry = [{ id: toDigits('sandbox-waba'), changes: [{ value, field: 'messages' }] }]
  const body = escapeUnits(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  return {
    path: '/hooks/meta',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': signMeta(appSecret, body),
    },
    body,
  }
}

const toContact = (waId: string) => ({
  profile: { name: 'Sandbox' },
  wa_id: waId,
  user_id: toUserId(waId),
})
const toUserId = (waId: string) => `BR.${toDigits('sandbox-user', waId)}`

/** The number has an area code that does not exist, so it belongs to nobody. */
const displayNumber = (sender: string) => `55009${sender.slice(-8)}`

const writeSeconds = () => String(Math.floor(Date.now() / 1000))

/** Meta escapes non-ASCII characters, and signs the bytes that it sends. */
const escapeUnits = (json: string) =>
  json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
