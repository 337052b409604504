// Maps Meta's webhook to our events: up to a thousand in one body.
import { readForm } from '#src/messaging/wire/form.ts'
import { z } from 'zod'
import type { DeliveryStatus, VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { classOf, type FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { readMark } from '#src/journey/calls/attempt-id.ts'
import { metaClasses } from './failure-codes.ts'
import { readNotice } from './templates.ts'

export type MetaParsing = {
  readonly failureClasses?: FailureClasses
  /** Events of other numbers are left out, because an app has one webhook for all its numbers. */
  readonly phoneNumberId?: string
  /** Events of other business accounts about templates and accounts are left out too. */
  readonly businessAccountId?: string
  readonly senderNumber?: string
  /** In millionths, by category; `other` is for all unnamed ones. */
  readonly prices?: Prices
}

type Prices = Readonly<Record<string, number | undefined>>

const Envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      id: z.string().optional(),
      time: z.number().optional(),
      changes: z.array(z.unknown()).default([]),
    }),
  ),
})
const Change = z.object({ field: z.string(), value: z.unknown() })
type Entry = z.output<typeof Envelope>['entry'][number]

const Messages = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
})

/** The id by which Meta names a person whose number we may not see; it can replace the number. */
const userIdForm = /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/
const UserId = z.string().regex(userIdForm)

const Contact = z.object({ wa_id: z.string(), user_id: UserId })
type Contact = z.output<typeof Contact>

const deliveryStatuses = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
} as const

const Status = z.object({
  id: z.string().min(1),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: z.string().optional(),
  recipient_id: z.string().optional(),
  recipient_user_id: UserId.optional().catch(undefined),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.number().int() })).optional(),
  pricing: z
    .object({
      billable: z.boolean().optional(),
      type: z.string().optional(),
      category: z.string().optional(),
    })
    .optional()
    .catch(undefined),
})

const Captioned = z.object({ caption: z.string().optional() }).optional()

const Message = z.object({
  // A person who hides the number is named by an id, `BR.…`, here or in `from_user_id`.
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  id: z.string().min(1),
  timestamp: z.string().optional(),
  type: z.string().optional(),
  context: z.object({ id: z.string().optional() }).nullish(),
  /** A reaction refers to a message as a quote does; its emoji is no answer. */
  reaction: z.object({ message_id: z.string().optional() }).optional(),
  image: Captioned,
  video: Captioned,
  document: Captioned,
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ payload: z.string().optional(), text: z.string().optional() }).optional(),
  interactive: z
    .object({ button_reply: z.object({ id: z.string(), title: z.string() }).optional() })
    .optional(),
})

/**
 * The events of a body, without those about something else. `to` of an inbound event is the `phone_number_id`, because
 * the displayed number does not identify the sender. Throws for a body that is not a WhatsApp webhook.
 */
export function parseMeta(request: RawRequest, parsing: MetaParsing = {}): VendorEvent[] {
  return readEnvelope(request.rawBody).entry.flatMap((entry) =>
    entry.changes
      .flatMap((change) => Change.safeParse(change).data ?? [])
      .flatMap(({ field, value }) =>
        field === 'messages'
          ? readMessages(value, parsing)
          : readAbout(entry, field, value, parsing),
      ),
  )
}

function readMessages(given: unknown, parsing: MetaParsing): VendorEvent[] {
  const { data: value } = Messages.safeParse(given)
  if (!value || !isOurs(value.metadata.phone_number_id, parsing)) return []
  const contacts = value.contacts.flatMap((one) => Contact.safeParse(one).data ?? [])
  const statuses = value.statuses.map((one) => readStatus(one, contacts, parsing))
  const to = value.metadata.phone_number_id
  const messages = value.messages.map((message) => readMessage(message, contacts, to))
  return [...statuses, ...messages].filter((event) => event !== undefined)
}

const About = z.object({ display_phone_number: z.string() })

/** Reads events about templates and accounts; those of another business account or number of the app are left out. */
function readAbout(
  { id, time }: Entry,
  field: string,
  value: unknown,
  { businessAccountId = id, senderNumber }: MetaParsing,
): VendorEvent[] {
  const number = About.safeParse(value).data?.display_phone_number.replace(/\D/g, '')
  const isOther =
    businessAccountId !== id ||
    (number !== undefined &&
      senderNumber !== undefined &&
      number !== senderNumber.replace(/\D/g, ''))
  const notice = readNotice(field, value, time === undefined ? undefined : time * 1_000)
  return notice && !isOther ? [notice] : []
}

function readEnvelope(rawBody: Uint8Array): z.output<typeof Envelope> {
  try {
    return Envelope.parse(JSON.parse(Buffer.from(rawBody).toString()))
  } catch {
    // The parser's error is dropped, because it quotes the body.
    throw new Error('not a WhatsApp webhook')
  }
}

const isOurs = (id: string, { phoneNumberId }: MetaParsing) =>
  phoneNumberId === undefined || phoneNumberId === id

function readStatus(
  status: unknown,
  contacts: readonly Contact[],
  { failureClasses = {}, prices = {} }: MetaParsing,
): VendorEvent | undefined {
  const { data } = Status.safeParse(status)
  if (!data) return undefined
  const deliveryStatus: DeliveryStatus = deliveryStatuses[data.status]
  const mark = /^rid:(.+)$/.exec(data.biz_opaque_callback_data ?? '')?.[1]
  const userId = data.recipient_user_id ?? findUserId(contacts, data.recipient_id)
  return {
    kind: 'status',
    dedupeKey: `status:${data.id}:${data.status}`,
    providerMsgId: data.id,
    deliveryStatus,
    ...readMark(mark),
    ...(userId !== undefined && { userId }),
    ...(deliveryStatus === 'failed' && {
      failure: readFailure(data.errors?.[0]?.code, failureClasses),
    }),
    ...readCost(data.pricing, prices),
    ...readTime(data.timestamp),
  }
}

/** Meta marks free messages as `free_customer_service` or `free_entry_point`, and in older reports by `billable`. */
function readCost(
  pricing: z.output<typeof Status>['pricing'],
  prices: Prices,
): { costMicros?: number } {
  if (!pricing) return {}
  const { billable, type = '', category = '' } = pricing
  if (billable === false || type.startsWith('free_')) return { costMicros: 0 }
  const costMicros = Object.hasOwn(prices, category) ? prices[category] : prices['other']
  return costMicros === undefined ? {} : { costMicros }
}

function readFailure(code: number | undefined, failureClasses: FailureClasses) {
  if (code === undefined) return { class: 'unknown', code: 'meta-failed' } as const
  const failureClass = classOf({ ...metaClasses, ...failureClasses }, String(code))
  return { class: failureClass ?? 'unknown', code: `meta-${code}` } as const
}

const findUserId = (contacts: readonly Contact[], waId: string | undefined): string | undefined =>
  contacts.find(({ wa_id: known }) => known === waId)?.user_id ??
  (waId !== undefined && userIdForm.test(waId) ? waId : undefined)

/** The types of messages that a person can send (Cloud API, "messages webhook reference"). */
const written = new Set(
  'audio button contacts document image interactive location order reaction sticker text unsupported video voice'.split(
    ' ',
  ),
)

/** Among the messages come notices of the platform, such as a new number, which nobody wrote. */
const isWritten = (type: string | undefined): boolean => type === undefined || written.has(type)

function readMessage(
  message: unknown,
  contacts: readonly Contact[],
  to: string,
): VendorEvent | undefined {
  const { data } = Message.safeParse(message)
  const from = data?.from ?? data?.from_user_id
  if (!data || from === undefined || !isWritten(data.type)) return undefined
  const reply = data.interactive?.button_reply
  const caption = (data.image ?? data.video ?? data.document)?.caption
  const text = data.text?.body ?? data.button?.text ?? reply?.title ?? caption
  const payload = data.button?.payload ?? reply?.id
  const repliesTo = data.context?.id ?? data.reaction?.message_id
  const userId = findUserId(contacts, data.from_user_id) ?? findUserId(contacts, data.from)
  return {
    kind: 'inbound',
    dedupeKey: `inbound:${data.id}`,
    from: /^\d{8,15}$/.test(from) ? `+${from}` : from,
    to,
    ...(userId !== undefined && { userId }),
    ...(text !== undefined && { text }),
    ...readForm(data.type, text),
    ...(payload !== undefined && { payload }),
    ...(repliesTo !== undefined && { repliesTo }),
    ...readTime(data.timestamp),
  }
}

/** In seconds since the epoch, as text. */
const readTime = (timestamp: string | undefined): { at?: number } =>
  timestamp !== undefined && /^\d{9,11}$/.test(timestamp) ? { at: Number(timestamp) * 1000 } : {}
