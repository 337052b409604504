import { z } from 'zod'
import { ValueSchema } from '#src/journey/values/schema.ts'
import { id, unanswered } from './parts-schema.ts'

export const WaitStep = z
  .strictObject({
    kind: z.literal('wait'),
    id: id.unwrap(),
    for: z.string().max(64).exactOptional().meta({
      description:
        'How long: weeks, days, hours, minutes and seconds of ISO 8601, at most 31 days.',
      example: 'PT24H',
    }),
    until: z.string().min(1).max(4000).exactOptional().meta({
      description:
        'A CEL expression that gives a moment of ISO 8601 with its zone, at most 31 days away; one gone by passes at once.',
      example: 'input.expiresAt',
    }),
    unanswered,
    signal: ValueSchema.exactOptional().meta({
      description:
        'What a client brings to `POST /v1/packs/{packName}/{transactionId}/steps/{step}`, as `steps.<id>.result`.',
    }),
    deadlineSeconds: z.int().min(1).exactOptional().meta({
      description: 'Of a signal: what is not there by then has failed. Without it 7 days.',
    }),
    optional: z
      .literal(true)
      .exactOptional()
      .meta({ description: 'Of a signal: at its deadline it is skipped, not failed.' }),
    fresh: z.literal(true).exactOptional().meta({
      description: 'Of a signal: one that comes before the run has come to it is refused.',
    }),
  })
  .meta({
    id: 'WaitStep',
    description: 'Waits: `for` a time, `until` a moment, or for a `signal` of a client.',
  })
