import { z } from 'zod'
import {
  describeReceiver,
  ReceiverUrl,
  secretExample,
  shownSecrets,
} from '#src/journey/receivers/signing-schema.ts'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

const url = ReceiverUrl.meta({
  description:
    'Where events are sent: `https`, a public address, no user name and no fragment. No data of a person.',
  example: 'https://example.com/hooks/atesta',
})
const types = z
  .array(z.string().max(60))
  .min(1)
  .max(50)
  .meta({ description: 'These types of events alone.', example: ['pack.completed'] })
const description = describeReceiver('onboarding backend')

export const CreateWebhook = z
  .object({ url, types: types.optional(), description: description.optional() })
  .meta({
    id: 'CreateWebhook',
    description: 'Where events are sent, and which.',
    example: { url: 'https://example.com/hooks/atesta', types: ['pack.completed'] },
  })
export type CreateWebhook = z.output<typeof CreateWebhook>

export const ChangeWebhook = z
  .object({
    url: url.optional(),
    types: types.nullable().optional().meta({ description: 'Null: all.' }),
    description: description.nullable().optional(),
    enabled: z.boolean().optional().meta({
      description: 'False stops it. True begins again: what has happened since then is sent too.',
    }),
  })
  .meta({
    id: 'ChangeWebhook',
    description: 'What is left out stays as it is.',
    example: { enabled: true },
  })
export type ChangeWebhook = z.output<typeof ChangeWebhook>

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    types: z.array(z.string()).exactOptional().meta({ description: 'Left out: all.' }),
    description: z.string().exactOptional(),
    mode: z.enum(['sandbox', 'live']),
    createdAt: z.iso.datetime(),
    status: z.enum(['enabled', 'failing', 'disabled']).meta({
      description: '`failing`: the last tries have failed, and more are made.',
    }),
    failingSince: z.iso.datetime().exactOptional(),
    disabledAt: z.iso.datetime().exactOptional(),
    disabledReason: z.enum(['client', 'gone', 'failing']).exactOptional().meta({
      description:
        '`client`: you have stopped it. `gone`: it has answered 410. `failing`: it has taken nothing for three days.',
    }),
    ...shownSecrets('checks signatures of `v1`'),
  })
  .meta({
    id: 'Webhook',
    description: 'An endpoint that events are sent to.',
    example: {
      id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      url: 'https://example.com/hooks/atesta',
      types: ['pack.completed'],
      mode: 'live',
      createdAt: '2026-11-20T14:03:28.410Z',
      status: 'enabled',
      secrets: [secretExample],
    },
  })
export type Webhook = z.output<typeof Webhook>

const DeliveryTry = z
  .object({
    at: z.iso.datetime(),
    status: z.int().exactOptional().meta({ description: 'Of the answer.' }),
    error: z.string().exactOptional().meta({
      description:
        'Why there was none, or why it does not count: `timeout`, `reset`, `connect`, `name` (it does not exist, or leads to a private address), `tls`, `redirect` and so on.',
    }),
    durationMs: z.int(),
  })
  .meta({ id: 'WebhookTry', description: 'One try.' })

export const Delivery = z
  .object({
    id: z.uuid(),
    eventId: z.uuid().meta({ description: 'As `webhook-id` has it.' }),
    type: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    createdAt: z.iso.datetime(),
    nextTryAt: z.iso.datetime().exactOptional(),
    body: z
      .object({
        type: z.string(),
        timestamp: z.iso.datetime(),
        data: z.record(z.string(), z.union([z.string(), z.number()])),
      })
      .exactOptional()
      .meta({
        description: 'As it is sent. Left out of a test, and of an event that is kept no longer.',
      }),
    tries: z.array(DeliveryTry).meta({ description: 'The last twenty, the oldest first.' }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'An event on its way to one endpoint.',
    example: {
      id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      eventId: '019a9f3c-8e11-7d01-9c2f-1f2e3d4c5b6a',
      type: 'pack.completed',
      status: 'delivered',
      createdAt: '2026-11-20T14:03:28.910Z',
      tries: [{ at: '2026-11-20T14:03:29.010Z', status: 204, durationMs: 41 }],
    },
  })
export type Delivery = z.output<typeof Delivery>

export const DeliveryPage = z
  .object({
    deliveries: z.array(Delivery),
    next: z
      .string()
      .exactOptional()
      .meta({ description: 'For `cursor`; left out on the last page.' }),
  })
  .meta({ id: 'WebhookDeliveryPage', description: 'Deliveries, the newest first.' })
export type DeliveryPage = z.output<typeof DeliveryPage>

export const DeliveryQuery = z.object({
  status: z
    .enum(['pending', 'delivered', 'failed'])
    .optional()
    .meta({ description: 'Those alone.' }),
  cursor: cursorField,
  limit: pageLimit(200, 50),
})
