// Reads SendGrid's signed event webhook: ECDSA over the time and the bytes, verified with SendGrid's public key.
import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { readMark } from '#src/journey/calls/attempt-id.ts'
import { listOf } from '#src/vendors/parts/credentials.ts'
import type { Secrets } from '#src/vendors/parts/secrets.ts'
import type { ReportReader } from './reader.ts'

const signatureHeader = 'x-twilio-email-event-webhook-signature'
const timeHeader = 'x-twilio-email-event-webhook-timestamp'

/** Throws for an invalid key, so that it is reported at the start. */
export function createSendgridReports(publicKeys: Secrets): ReportReader {
  const keys = listOf(publicKeys).map(toKey)
  return {
    verify: (request) => keys.some((key) => sendgridSignatureHolds(key, request)),
    parse: parseSendgrid,
  }
}

function toKey(base64: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new Error('reports.publicKeys: not a public key of SendGrid’s event webhook')
  }
}

export function sendgridSignatureHolds(
  key: KeyObject,
  { headers, rawBody }: Pick<RawRequest, 'headers' | 'rawBody'>,
): boolean {
  const [signature, time] = [headers[signatureHeader], headers[timeHeader]]
  if (signature === undefined || time === undefined) return false
  try {
    const verify = createVerify('sha256')
    verify.update(time)
    verify.update(rawBody)
    return verify.verify(key, signature, 'base64')
  } catch {
    return false
  }
}

const Event = z.object({
  event: z.string(),
  timestamp: z.number().optional().catch(undefined),
  sg_event_id: z.string().optional().catch(undefined),
  sg_message_id: z.string().optional().catch(undefined),
  'smtp-id': z.string().optional().catch(undefined),
  /** Our own mark, which was sent with the message. */
  rid: z.string().optional().catch(undefined),
  /** The kind of a bounce: `bounce` or `blocked`. */
  type: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  /** The reason for which SendGrid itself has dropped the message. */
  reason: z.string().optional().catch(undefined),
})
type Event = z.output<typeof Event>

function parseSendgrid({ rawBody }: RawRequest): VendorEvent[] {
  return readList(rawBody).flatMap((one) => {
    const { data } = Event.safeParse(one)
    return data ? readEvent(data) : []
  })
}

function readList(rawBody: Uint8Array): unknown[] {
  try {
    return z
      .array(z.unknown())
      .max(10_000)
      .parse(JSON.parse(Buffer.from(rawBody).toString()))
  } catch {
    // The parser's error is dropped, because it quotes the body.
    throw new Error('not a list of SendGrid')
  }
}

function readEvent(event: Event): VendorEvent[] {
  const recordId = recordOf(event)
  const said = meaningOf(event)
  if (recordId === undefined || !said) return []
  const id = event.sg_event_id ?? `${event.sg_message_id}:${event.event}`
  const at = event.timestamp === undefined ? {} : { at: event.timestamp * 1_000 }
  return [{ kind: 'bounce', dedupeKey: `bounce:${id}`, recordId, ...said, ...at }]
}

function meaningOf({ event, type, status, reason }: Event) {
  const given = /^5\.\d+\.\d+$/.exec(status ?? '')?.[0]
  switch (event) {
    case 'bounce':
      // `blocked` concerns the sender or this moment, so the address may well be good.
      return type === 'blocked' ? { status: given ?? '5.7.1' } : { status: given ?? '5.0.0' }
    case 'spamreport':
      return { isComplaint: true } as const
    case 'dropped':
      return droppedFor(reason)
    default:
      return undefined
  }
}

function droppedFor(reason: string | undefined) {
  if (reason === 'Bounced Address') return { status: '5.1.1' }
  const complained = ['Spam Reporting Address', 'Unsubscribed Address'].includes(reason ?? '')
  return complained ? ({ isComplaint: true } as const) : undefined
}

/** The record that our argument in the mail names, otherwise the one in its `Message-ID`, `<record.attempt@domain>`. */
const recordOf = (event: Event): string | undefined =>
  readMark(event.rid).recordId ??
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d+@/.exec(event['smtp-id'] ?? '')?.[1]
