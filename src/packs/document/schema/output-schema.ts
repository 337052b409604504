import { z } from 'zod'

const expression = z.string().min(1).max(4000).meta({
  description: 'A CEL expression that gives a yes or no, a number or a text; nothing personal.',
  example: 'steps.approval.result.limit',
})

const isMap = (input: unknown): boolean => typeof input === 'object' && input !== null

export const OutputSchema = z
  .record(
    z.string(),
    z.union(
      [
        expression,
        z.strictObject({
          value: expression,
          event: z.literal(true).exactOptional().meta({
            description:
              'The event of the end bears it: a yes or no, or a field of closed words as it stands.',
          }),
        }),
      ],
      {
        error: ({ input }) =>
          isMap(input) ? undefined : 'is an expression as a text, or `{value, event}`',
      },
    ),
  )
  .meta({
    description:
      'What a run says at its end, by name, at most 20: computed once, absent without an answer.',
  })
