import { z } from 'zod'
import { sealedReason } from '#src/journey/transaction/fields-schema.ts'
import { actNames } from '#src/journey/transaction/rules.ts'

export const ActReason = z.object({ reason: sealedReason }).meta({
  id: 'ActReason',
  description: 'Why an operator does it.',
  example: { reason: 'The bureau answers nonsense since 14:00' },
})

export const ActDone = z
  .object({
    act: z.enum(actNames),
    paused: z.boolean().meta({ description: 'Whether it is paused now.' }),
    tasks: z.int().meta({ description: 'How many tasks are open now.' }),
  })
  .meta({
    id: 'ActDone',
    description: 'What an act has left.',
    example: { act: 'pause', paused: true, tasks: 3 },
  })
