// The body of an event’s request: it holds only ids and codes, and the receiver reads the rest from the API.
import type { EventData } from '#src/journey/transaction/entry.ts'

export type WebhookEvent = {
  readonly transactionId: string
  readonly seq: number
  readonly at: Date
  readonly data: EventData
}

export type Body = {
  type: string
  timestamp: string
  data: { id: string; transactionId: string; seq: number } & Record<string, string | number>
}

export const bodyOf = (
  { eventId: id, type }: { readonly eventId: string; readonly type: string },
  { transactionId, seq, at, data }: WebhookEvent,
): Body => ({ type, timestamp: at.toISOString(), data: { id, transactionId, seq, ...data } })
