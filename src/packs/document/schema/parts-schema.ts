// Schemas that steps of several kinds share.
import { z } from 'zod'

export const moduleKey = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'must be the key of a module')
  .meta({ description: 'A module of the catalogue.', example: 'score' })

export const code = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a code of small letters, digits and hyphens')

export const id = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'must be letters and digits, a small one first')
  .exactOptional()
  .meta({
    description:
      'The name of the step: conditions read its results as `steps.<id>`, reports name it. A module has its own without it.',
    example: 'firstScore',
  })

export const of = z.array(moduleKey).min(1).max(50).exactOptional().meta({
  description:
    'The modules whose results it names without `steps.` before them; each has surely ended by then.',
})
export const condition = z.string().min(1).max(4000).meta({
  description:
    'A CEL expression that answers yes or no: over `steps.<id>`, `facts.<group>.<name>`, `transaction.<field>` and the results of `of`.',
  example: 'score.results[0].value < 30',
})
export const unanswered = z.literal('continue').exactOptional().meta({
  description:
    'The run goes on where its data are absent. Without it such a run ends with the outcome `review`, reason `unanswered`.',
})

const Retry = z
  .strictObject({
    times: z.int().min(1).max(10).meta({ description: 'How many further tries.' }),
    delaySeconds: z.int().min(0).exactOptional().meta({ description: 'Between two tries.' }),
  })
  .meta({
    id: 'StepRetry',
    description: 'Further tries of a module or call that failed, before it has failed.',
  })
export const retry = Retry.exactOptional()

export const optional = z
  .literal(true)
  .exactOptional()
  .meta({ description: 'At its deadline it is skipped, not failed.' })

/** The most rows of a table. */
export const rowsMax = 100
