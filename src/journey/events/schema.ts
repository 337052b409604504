import { z } from 'zod'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

/** An event for the client. */
export const OutgoingEvent = z
  .object({
    id: z.uuid().meta({ description: 'Of this event, wherever it is told.' }),
    type: z.string().meta({ description: 'What happened: `webhooks` describes each type.' }),
    time: z.iso.datetime().meta({ description: 'As in the timeline of the transaction, in UTC.' }),
    transactionId: z.uuid(),
    seq: z.int().positive().meta({
      description: 'The entry of the timeline: events of one transaction are ordered by it.',
    }),
    data: z
      .record(
        z.string(),
        z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.boolean()]))]),
      )
      .meta({ description: 'Ids, codes and counts. What stands here depends on the type.' }),
  })
  .meta({
    id: 'Event',
    description: 'Something that happened to a transaction. No personal data: read what it names.',
    example: {
      id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      type: 'pack.completed',
      time: '2026-11-20T14:03:28.410Z',
      transactionId: '019a9f3b-11f0-7a52-9d8c-2b6f1e0c4d11',
      seq: 14,
      data: {
        pack: 'basic',
        version: 3,
        run: '019a9f3c-0d4e-7f0b-8c55-90f1a2b3c4d5',
        status: 'completed',
      },
    },
  })
export type OutgoingEvent = z.output<typeof OutgoingEvent>

export const EventPage = z
  .object({
    events: z.array(OutgoingEvent),
    next: z.string().meta({
      description: 'For `after`: what comes behind these. It moves on without events too.',
    }),
  })
  .meta({ id: 'EventPage', description: 'Events in the order of their commits.' })

const typesMax = 50

/** Comma-separated types, such as `a,b`. */
const types = z
  .string()
  .min(1)
  .max(1_000)
  .transform((text) => text.split(','))
  .pipe(z.array(z.string()).max(typesMax))

export const EventQuery = z.object({
  after: cursorField,
  types: types.optional().meta({
    description: 'These types alone, with commas between them.',
    example: 'pack.completed',
  }),
  limit: pageLimit(1_000, 100),
})
