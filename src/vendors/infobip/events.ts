// Maps Infobip's webhooks to our events: reports, reads and answers come as lists called `results`.
import { readForm } from '#src/messaging/wire/form.ts'
import { z } from 'zod'
import type {
  DeliveryStatus,
  VendorEvent,
  Reported,
} from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { classOf, type FailureClasses } from '#src/vendors/parts/failure-classes.ts'
import { readCode, toCode } from '#src/vendors/parts/outcome.ts'
import { readMark } from '#src/journey/calls/attempt-id.ts'
import { infobipClasses } from './failure-codes.ts'

type InboundEvent = Extract<VendorEvent, { kind: 'inbound' }>
type StatusEvent = Extract<VendorEvent, { kind: 'status' }>

const Body = z.object({ results: z.array(z.unknown()).max(1000) })

const Report = z.object({
  messageId: z.string().min(1),
  status: z.object({ groupName: z.string(), name: z.string() }),
  error: z.object({ name: z.string() }).nullish(),
  doneAt: z.string().nullish(),
  callbackData: z.string().nullish(),
  /** An SMS is billed by its parts, which older versions of the API count under another name. */
  messageCount: z.int().min(1).nullish().catch(undefined),
  smsCount: z.int().min(1).nullish().catch(undefined),
  price: z
    .object({ pricePerMessage: z.number().min(0) })
    .nullish()
    .catch(undefined),
})

const Seen = z.object({
  messageId: z.string().min(1),
  seenAt: z.string(),
  callbackData: z.string().nullish(),
})

const Inbound = z.object({
  messageId: z.string().min(1),
  from: z.string(),
  to: z.string(),
  receivedAt: z.string().nullish(),
  /** The text of an SMS, whether it has a keyword or not. */
  text: z.string().nullish(),
  message: z
    .object({
      type: z.string(),
      text: z.string().nullish(),
      payload: z.string().nullish(),
      /** The id that we gave the button in the message. */
      id: z.string().nullish(),
      title: z.string().nullish(),
      /** The text under a picture. */
      caption: z.string().nullish(),
      context: z.object({ id: z.string().nullish() }).nullish(),
    })
    .nullish(),
})

/** By the group of the state; `ACCEPTED` is left out because the answer to the request has said it. */
const deliveryStatuses: Readonly<Record<string, DeliveryStatus>> = {
  DELIVERED: 'delivered',
  UNDELIVERABLE: 'failed',
  EXPIRED: 'failed',
  REJECTED: 'failed',
}

/** States in which the message has left Infobip for the operator, so that it counts as sent. */
const left = new Set(['PENDING_ENROUTE', 'PENDING_WAITING_DELIVERY', 'DELIVERED_TO_OPERATOR'])

/** `rid` travels as `callbackData`. Throws for a body that is not a list in Infobip's format. */
export function parseInfobip(
  request: RawRequest,
  failureClasses: FailureClasses = {},
): VendorEvent[] {
  const classes = { ...infobipClasses, ...failureClasses }
  return readResults(request.rawBody).flatMap((one) => {
    const seen = Seen.safeParse(one).data
    if (seen) return [readSeen(seen)]
    const report = Report.safeParse(one).data
    if (report) return readReport(report, classes)
    const inbound = Inbound.safeParse(one).data
    return inbound ? readInbound(inbound) : []
  })
}

const Named = z.object({ messageId: z.string() })

/** The status of a message in the logs, in the form of its reports; undefined when the logs do not contain it. */
export function readLogged(
  results: readonly unknown[],
  messageId: string,
  failureClasses: FailureClasses = {},
): Reported | undefined {
  const classes = { ...infobipClasses, ...failureClasses }
  const own = results.find((one) => Named.safeParse(one).data?.messageId === messageId)
  if (own === undefined) return undefined
  const report = Report.safeParse(own).data
  const costMicros = report && costOf(report)
  return {
    events: report ? readReport(report, classes) : [],
    ...(costMicros !== undefined && { costMicros }),
  }
}

function costOf({ price, messageCount, smsCount }: z.output<typeof Report>): number | undefined {
  if (!price) return undefined
  return Math.round(price.pricePerMessage * (messageCount ?? smsCount ?? 1) * 1e6)
}

function readResults(rawBody: Uint8Array): unknown[] {
  try {
    return Body.parse(JSON.parse(Buffer.from(rawBody).toString())).results
  } catch {
    // The parser's error is dropped, because it quotes the body.
    throw new Error('not a list of Infobip')
  }
}

function readReport(report: z.output<typeof Report>, classes: FailureClasses): StatusEvent[] {
  const { messageId, status, error, doneAt, callbackData } = report
  const deliveryStatus = left.has(status.name)
    ? 'sent'
    : Object.hasOwn(deliveryStatuses, status.groupName)
      ? deliveryStatuses[status.groupName]
      : undefined
  if (!deliveryStatus) return []
  const costMicros = costOf(report)
  return [
    {
      kind: 'status',
      dedupeKey: `status:${messageId}:${status.name}`,
      providerMsgId: messageId,
      deliveryStatus,
      ...readMark(callbackData),
      ...(deliveryStatus === 'failed' && {
        failure: readFailure(error?.name, status.name, classes),
      }),
      ...(costMicros !== undefined && { costMicros }),
      ...readTime(doneAt),
    },
  ]
}

const readSeen = ({ messageId, seenAt, callbackData }: z.output<typeof Seen>): VendorEvent => ({
  kind: 'status',
  dedupeKey: `status:${messageId}:SEEN`,
  providerMsgId: messageId,
  deliveryStatus: 'read',
  ...readMark(callbackData),
  ...readTime(seenAt),
})

/** The operator's error if there is one, because it is more precise; otherwise the state. */
function readFailure(error: string | undefined, state: string, classes: FailureClasses) {
  const codes = [readCode(error), readCode(state)].filter((code) => code !== undefined)
  const known = codes.find((code) => classOf(classes, code) !== undefined)
  const failureClass = known === undefined ? undefined : classOf(classes, known)
  return {
    class: failureClass ?? 'unknown',
    code: toCode('infobip', known ?? codes.at(-1) ?? 'failed'),
  } as const
}

function readInbound(inbound: z.output<typeof Inbound>): InboundEvent[] {
  const { messageId, from, to, receivedAt, message } = inbound
  const text = inbound.text ?? message?.text ?? message?.title ?? message?.caption
  const payload = message?.payload ?? message?.id
  const repliesTo = message?.context?.id
  const form = readForm(message?.type, text ?? undefined)
  if (typeof text !== 'string' && typeof payload !== 'string' && !form.form) return []
  return [
    {
      kind: 'inbound',
      dedupeKey: `inbound:${messageId}`,
      from: /^\d{8,15}$/.test(from) ? `+${from}` : from,
      to: /^\d{8,15}$/.test(to) ? `+${to}` : to,
      ...(typeof text === 'string' && { text }),
      ...form,
      ...(typeof payload === 'string' && { payload }),
      ...(typeof repliesTo === 'string' && { repliesTo }),
      ...readTime(receivedAt),
    },
  ]
}

/** The messages of one person within a time, from a list of received messages. */
export function readInbox(
  results: readonly unknown[],
  { from, since, until }: { readonly from: string; readonly since: number; readonly until: number },
): InboundEvent[] {
  return results
    .flatMap((one) => Inbound.safeParse(one).data ?? [])
    .flatMap(readInbound)
    .filter(
      (event) =>
        toDigits(event.from) === toDigits(from) &&
        event.at !== undefined &&
        event.at >= since &&
        event.at <= until,
    )
}

/** The last eight digits of a number, because some are written without the ninth digit before them. */
const toDigits = (number: string) => number.replace(/\D/g, '').slice(-8)

function readTime(time: string | null | undefined): { at?: number } {
  // Infobip writes offsets without a colon.
  const at = Date.parse((time ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(at) ? {} : { at }
}
