// Maps Twilio's callbacks to our events.
import { readForm } from '#src/messaging/wire/form.ts'
import { z } from 'zod'
import type {
  DeliveryStatus,
  VendorEvent,
  Reported,
} from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { classOf, type FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { readMark } from '#src/journey/calls/attempt-id.ts'
import { twilioClasses } from './failure-codes.ts'
import { readParams } from './signature.ts'

type StatusEvent = Extract<VendorEvent, { kind: 'status' }>

export type TwilioParsing = {
  readonly failureClasses?: FailureClasses
  /** Used as the sender of an account that has no number of its own. */
  readonly messagingServiceSid?: string
}

const deliveryStatuses: Readonly<Record<string, DeliveryStatus>> = {
  queued: 'accepted',
  accepted: 'accepted',
  scheduled: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  partially_delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
}

/**
 * The event of a form, or none when it is about something else. Our WhatsApp address keeps its `whatsapp:`, because the
 * number may be an SMS sender too; the person's number is without it. Throws for a body that is no form.
 */
export function parseTwilio(request: RawRequest, parsing: TwilioParsing = {}): VendorEvent[] {
  const type = request.headers['content-type'] ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const form = isForm ? readParams(request.rawBody) : undefined
  if (!form) throw new Error('not a Twilio form')
  const sid = read(form, 'MessageSid') ?? read(form, 'SmsSid')
  const status = read(form, 'MessageStatus') ?? read(form, 'SmsStatus')
  if (sid === undefined || status === undefined) return []
  if (status === 'received') return [readInbound(form, sid, parsing)]
  const mark = readMark(new URL(request.url).searchParams.get('rid'))
  // `RawDlrDoneDate` is not used, because it is the carrier's, in an unknown time zone, and exact to the minute only.
  const event = readStatus(form, sid, status, parsing.failureClasses)
  const userId = readUserId(form)
  return event ? [{ ...event, ...mark, ...(userId !== undefined && { userId }) }] : []
}

const Message = z.object({
  sid: z.string().min(1),
  status: z.string(),
  error_code: z.number().int().nullish(),
  price: z.string().nullish(),
})

/** Reads the resource of a message in the form of its callbacks; undefined for any other body. */
export function readMessage(body: unknown, failureClasses: FailureClasses): Reported | undefined {
  const { data } = Message.safeParse(body)
  if (!data) return undefined
  const form = new URLSearchParams({ ErrorCode: String(data.error_code ?? '') })
  const event = readStatus(form, data.sid, data.status, failureClasses)
  const price = Math.abs(Number(data.price ?? Number.NaN))
  return {
    events: event ? [event] : [],
    ...(Number.isFinite(price) && { costMicros: Math.round(price * 1e6) }),
  }
}

/** Absent and empty are the same, because Twilio sends empty parameters. */
const read = (params: URLSearchParams, name: string): string | undefined =>
  params.get(name) || undefined

function readStatus(
  form: URLSearchParams,
  sid: string,
  status: string,
  failureClasses: FailureClasses = {},
): StatusEvent | undefined {
  const deliveryStatus = Object.hasOwn(deliveryStatuses, status)
    ? deliveryStatuses[status]
    : undefined
  if (!deliveryStatus) return undefined
  return {
    kind: 'status',
    dedupeKey: `status:${sid}:${status}`,
    providerMsgId: sid,
    deliveryStatus,
    ...(deliveryStatus === 'failed' && { failure: readFailure(form, status, failureClasses) }),
  }
}

function readFailure(form: URLSearchParams, status: string, failureClasses: FailureClasses) {
  const code = read(form, 'ErrorCode')
  if (!code || !/^\d{1,9}$/.test(code) || code === '0') {
    return { class: 'unknown', code: `twilio-${status}` } as const
  }
  const failureClass = classOf({ ...twilioClasses, ...failureClasses }, code)
  return { class: failureClass ?? 'unknown', code: `twilio-${code}` } as const
}

function readInbound(form: URLSearchParams, sid: string, parsing: TwilioParsing): VendorEvent {
  const text = read(form, 'ButtonText') ?? read(form, 'Body')
  const payload = read(form, 'ButtonPayload')
  const repliesTo = read(form, 'OriginalRepliedMessageSid')
  const service = read(form, 'MessagingServiceSid')
  const to = read(form, 'To') ?? ''
  const userId = readUserId(form)
  const wish = optOutTypes[read(form, 'OptOutType') ?? '']
  return {
    kind: 'inbound',
    dedupeKey: `inbound:${sid}`,
    from: readFrom(form),
    // A service may also contain a WhatsApp sender, which keeps its own name.
    to: isOfService(service, to, parsing) ? (service ?? to) : to,
    ...(text !== undefined && { text: decodeBase64(text) }),
    ...readForm(readType(form), text),
    ...(wish && { wish }),
    ...(userId !== undefined && { userId }),
    ...(payload !== undefined && { payload }),
    ...(repliesTo !== undefined && { repliesTo }),
  }
}

/** WhatsApp's type, or else that of the first file; a file of unknown type still counts as one. */
function readType(form: URLSearchParams): string | undefined {
  const type = read(form, 'MessageType')
  if (type !== undefined && type !== 'text') return type
  if (!(Number(read(form, 'NumMedia')) > 0)) return undefined
  const media = read(form, 'MediaContentType0') ?? ''
  return media.startsWith('audio/') ? media : 'file'
}

const isOfService = (service: string | undefined, to: string, parsing: TwilioParsing) =>
  service !== undefined && service === parsing.messagingServiceSid && !to.startsWith('whatsapp:')

/** Keywords that the operator has set up at Twilio, which acts on them itself. */
const optOutTypes: Readonly<Record<string, 'opt-out' | 'opt-in'>> = {
  STOP: 'opt-out',
  START: 'opt-in',
}

/** WhatsApp's id of the person for our business, besides the number or in place of it. */
function readUserId(form: URLSearchParams): string | undefined {
  const id = (read(form, 'ExternalUserId') ?? read(form, 'From') ?? '').replace(/^whatsapp:/, '')
  return /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/.test(id) ? id : undefined
}

/** A person who hides the number behind a user name has an id, `BR.…`; `WaId` may have the number. */
function readFrom(form: URLSearchParams): string {
  const from = (read(form, 'From') ?? '').replace(/^whatsapp:/, '')
  const waId = read(form, 'WaId')
  return !from.startsWith('+') && waId !== undefined && /^\d{8,15}$/.test(waId) ? `+${waId}` : from
}

/** Decodes concatenated messages that Twilio passes on as base64: long, well-formed and mostly ASCII. */
function decodeBase64(text: string): string {
  const packed = text.replace(/[\r\n]/g, '')
  if (packed.length < 60 || packed.length % 4 !== 0) return text
  const bytes = Buffer.from(packed, 'base64')
  if (bytes.toString('base64') !== packed) return text
  const ascii = bytes.filter((byte) => byte < 128).length
  return ascii * 2 >= bytes.length ? bytes.toString() : text
}
