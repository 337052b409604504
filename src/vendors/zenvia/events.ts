// Maps Zenvia's webhook, which has one event per body, to our events.
import { readForm } from '#src/messaging/wire/form.ts'
import { z } from 'zod'
import type { DeliveryStatus, VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { classOf, type FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { readCode, toCode } from '#src/vendors/parts/outcome.ts'
import { metaClasses } from '#src/vendors/meta/failure-codes.ts'
import { readMark } from '#src/journey/calls/attempt-id.ts'
import { zenviaClasses } from './failure-codes.ts'

const Event = z.object({
  id: z.string().optional(),
  type: z.string(),
  timestamp: z.string().optional(),
})

const StatusEvent = z.object({
  type: z.literal('MESSAGE_STATUS'),
  channel: z.string().optional(),
  /** Deprecated; older subscriptions send it in place of `message`. */
  messageId: z.string().optional(),
  message: z.object({ id: z.string().optional(), externalId: z.string().optional() }).optional(),
  messageStatus: z.object({
    code: z.string(),
    timestamp: z.string().optional(),
    causes: z.array(z.object({ channelErrorCode: z.unknown() })).nullish(),
  }),
})

const MessageEvent = z.object({
  type: z.literal('MESSAGE'),
  message: z.object({
    id: z.string().min(1),
    from: z.string(),
    to: z.string(),
    direction: z.literal('IN'),
    timestamp: z.string().optional(),
    contents: z.array(
      z.object({ type: z.string(), text: z.string().optional(), payload: z.string().optional() }),
    ),
  }),
})

const deliveryStatuses: Readonly<Record<string, DeliveryStatus>> = {
  ACCEPTED: 'accepted',
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  NOT_DELIVERED: 'failed',
  REJECTED: 'failed',
}

/**
 * The event of a body, or none when it is about something else. `rid` travels as `externalId`. Throws for a body that
 * is not an event of Zenvia.
 */
export function parseZenvia(
  request: RawRequest,
  failureClasses: FailureClasses = {},
): VendorEvent[] {
  const body = readBody(request.rawBody)
  const status = StatusEvent.safeParse(body).data
  const message = MessageEvent.safeParse(body).data?.message
  const event = status ? readStatus(status, failureClasses) : message && readInbound(message)
  return event ? [event] : []
}

function readBody(rawBody: Uint8Array): unknown {
  try {
    const body: unknown = JSON.parse(Buffer.from(rawBody).toString())
    Event.parse(body)
    return body
  } catch {
    // The parser's error is dropped, because it quotes the body.
    throw new Error('not an event of Zenvia')
  }
}

function readStatus(
  { channel, message, messageId, messageStatus }: z.output<typeof StatusEvent>,
  failureClasses: FailureClasses,
): VendorEvent | undefined {
  const id = message?.id ?? messageId
  const { code, causes, timestamp } = messageStatus
  const deliveryStatus = Object.hasOwn(deliveryStatuses, code) ? deliveryStatuses[code] : undefined
  if (!id || !deliveryStatus) return undefined
  return {
    kind: 'status',
    dedupeKey: `status:${id}:${code}`,
    providerMsgId: id,
    deliveryStatus,
    ...readMark(message?.externalId),
    ...(deliveryStatus === 'failed' && {
      failure: readFailure(code, causes?.[0]?.channelErrorCode, {
        // WhatsApp's codes are Meta's, also when a reseller passes them on.
        ...(channel === 'whatsapp' && metaClasses),
        ...zenviaClasses,
        ...failureClasses,
      }),
    }),
    ...readTime(timestamp),
  }
}

/** The channel's own code, which Zenvia passes on, or else its state. */
function readFailure(state: string, cause: unknown, classes: FailureClasses) {
  const code = readCode(cause)
  const ofCause = code === undefined ? undefined : classOf(classes, code)
  const failureClass = ofCause ?? classOf(classes, state)
  return { class: failureClass ?? 'unknown', code: toCode('zenvia', code ?? state) } as const
}

function readInbound(message: z.output<typeof MessageEvent>['message']): VendorEvent {
  const text = message.contents.find((content) => content.text !== undefined)?.text
  const payload = message.contents.find((content) => content.payload !== undefined)?.payload
  return {
    kind: 'inbound',
    dedupeKey: `inbound:${message.id}`,
    from: /^\d{8,15}$/.test(message.from) ? `+${message.from}` : message.from,
    to: message.to,
    ...(text !== undefined && { text }),
    ...readForm(message.contents[0]?.type, text),
    ...(payload !== undefined && { payload }),
    ...readTime(message.timestamp),
  }
}

function readTime(timestamp: string | undefined): { at?: number } {
  const at = Date.parse(timestamp ?? '')
  return Number.isNaN(at) ? {} : { at }
}
