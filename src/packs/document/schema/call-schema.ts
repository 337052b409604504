import { z } from 'zod'
import { ValueSchema } from '#src/journey/values/schema.ts'
import { id, optional, retry } from './parts-schema.ts'

/** Written as the name of an endpoint in `/v1/endpoints`. */
const endpointName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be small letters, digits and hyphens')

export const CallStep = z
  .strictObject({
    kind: z.literal('call'),
    id: id.unwrap(),
    to: endpointName.meta({
      description: 'The endpoint of the tenant (`/v1/endpoints`) that is called.',
      example: 'core-banking',
    }),
    input: z
      .record(z.string(), z.string().min(1).max(4000))
      .exactOptional()
      .meta({
        description:
          'What is sent, by field: CEL expressions that give a text, a number or yes and no. A value without an answer is left out. A personal field of the transaction goes as it is, alone.',
        example: { name: 'transaction.name', listed: 'facts.checks.listsAsked' },
      }),
    result: ValueSchema.meta({
      description: 'What is answered, as `steps.<id>.result`; what does not fit is a failure.',
    }),
    deadlineSeconds: z.int().min(1).exactOptional().meta({
      description: 'A call without an answer by then has failed. Without it an hour.',
    }),
    onFailure: z.enum(['wait', 'skip', 'fail']).exactOptional().meta({
      description: 'What a technical failure means, as of a module.',
    }),
    retry,
    get fallback() {
      return CallStep.exactOptional()
    },
    optional,
  })
  .meta({
    id: 'CallStep',
    description:
      'Calls a system of the tenant and waits for its answer; `fallback` calls another if it fails.',
  })
