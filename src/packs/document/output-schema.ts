import { z } from 'zod'

const expression = z.string().min(1).max(4000).meta({
  description: 'A CEL expression that gives a yes or no, a number or a text; nothing personal.',
  example: 'steps.approval.result.limit',
})

export const OutputSchema = z
  .record(
    z.string(),
    z.union([
      expression,
      z.strictObject({
        value: expression,
        event: z.literal(true).exactOptional().meta({
          description:
            'The event of the end bears it: a yes or no, or a field of closed words as it stands.',
        }),
      }),
    ]),
  )
  .meta({
    description:
      'What a run says at its end, by name, at most 20: computed once, absent without an answer.',
  })
