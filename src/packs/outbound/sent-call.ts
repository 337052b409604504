// The body of a step's call, documented in OpenAPI for the authors of the called systems.
import { z } from 'zod'
import type { SentRequest } from '#src/platform/http/openapi/webhooks.ts'

export const StepCall = z.object({
  type: z.literal('step.call'),
  timestamp: z.iso.datetime().meta({ description: 'When it was sent, in UTC.' }),
  data: z.object({
    callId: z.uuid().meta({
      description:
        'As `webhook-id` has it; the same for every try of one call, so answer the same id the same way.',
    }),
    attempt: z.int().positive().meta({ description: '1 for the first try.' }),
    transactionId: z.uuid(),
    runId: z.uuid(),
    step: z.string().meta({ description: 'The name of the step in its pack.' }),
    input: z.record(z.string(), z.unknown()).meta({
      description:
        'The values that the step lists, by their names; one that is not known is left out.',
    }),
    replyTo: z.url().meta({ description: 'Where the answer goes (`replyToCall`) after a 202.' }),
  }),
})

export type StepCall = z.output<typeof StepCall>

const answer = z.record(z.string(), z.unknown())

export const stepCall: SentRequest = {
  type: 'step.call',
  meaning:
    'A step of a pack asks the endpoint that it names. What fails technically is tried again until the deadline of the step, and is no verdict.',
  body: StepCall,
  tag: {
    name: 'Sent calls',
    description:
      'What comes to the address of an endpoint, as it is listed under `webhooks`: by its answer a pack decides.',
  },
  answers: {
    200: {
      description: 'The result; what the schema of the step does not name is dropped.',
      body: answer,
    },
    202: { description: 'The result comes by `replyToCall`.' },
  },
}
