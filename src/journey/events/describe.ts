// The types of events, as the OpenAPI document lists them under `webhooks`.
import { z } from 'zod'
import type { EventType, Kind } from '#src/journey/journal/kind.ts'
import type { SentRequest } from '#src/platform/http/openapi/webhooks.ts'

const tag = {
  name: 'Sent events',
  description: 'What comes to the address of a webhook, as it is listed under `webhooks`.',
}

export const describeEvents = (types: EventTypes): SentRequest[] =>
  types.map((one) => ({ type: one.type, meaning: one.meaning, body: bodyOf(one), tag }))

const wordsByName = z.record(z.string(), z.union([z.string(), z.boolean()]))

const bodyOf = ({ type, meaning, fields }: EventType) =>
  z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime().meta({ description: 'When it happened, in UTC.' }),
      data: z.object({
        id: z.uuid().meta({ description: 'Of the event, as `webhook-id` has it.' }),
        transactionId: z.uuid(),
        seq: z.int().positive().meta({
          description: 'Deliveries come in no order: of one transaction the greater one is later.',
        }),
        ...Object.fromEntries(
          Object.entries(fields).map(([name, { isNumber, isRecord, from, meaning: said }]) => {
            const isWhole = isNumber || from === 'attempt' || name === 'version'
            const value = isRecord ? wordsByName : isWhole ? z.int() : z.string()
            return [name, value.optional().meta({ description: said })]
          }),
        ),
      }),
    })
    .meta({ description: meaning })

export type EventTypes = readonly EventType[]

/** Throws when two kinds declare the same type. */
export function eventTypesOf(offered: readonly { readonly kinds?: readonly Kind[] }[]): EventTypes {
  const types = offered.flatMap(({ kinds = [] }) => kinds.flatMap(({ events }) => events))
  const names = types.map(({ type }) => type)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two kinds declare the event ${twice}.`)
  return types
}
