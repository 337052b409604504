import { z } from 'zod'

const scalar = z.union([z.boolean(), z.number(), z.string()])

const ReadValue = z.object({
  read: z.string().meta({ description: 'As authors write it.', example: 'facts.checks.hit' }),
  value: z.union([scalar, z.array(scalar)]).meta({
    description: '`unknown`: it was read, and absent.',
    example: false,
  }),
})

const AnsweredStep = z
  .object({
    step: z.string().meta({
      description: 'By its name, or by its place where it has none; of a row `<table>.<row>`.',
    }),
    position: z.string().meta({ description: 'JSON pointer from the root step of the document.' }),
    kind: z.string().meta({ description: 'Of the step, as in the document.', example: 'when' }),
    condition: z.string().exactOptional().meta({ description: 'As its author wrote it.' }),
    round: z.int().positive().meta({ description: 'Which time it was asked in this run.' }),
    answer: z.union([z.boolean(), z.enum(['unanswered', 'failed'])]).meta({
      description:
        '`unanswered`: what it needs was absent; `failed`: it could not be computed. Of a review: whether it was approved.',
    }),
    decided: z.literal(true).exactOptional().meta({ description: 'By this the run has ended.' }),
    values: z.array(ReadValue).exactOptional().meta({
      description:
        'What it read then: facts and fields of results, 200 at most; what it was not asked for, because a part before it had decided, may stand here too. Fields of the transaction stand in the transaction. Absent where they are not kept.',
    }),
    withheld: z.array(z.string()).exactOptional().meta({
      description: 'Scopes that the credential lacks for the rest of its values.',
    }),
  })
  .meta({
    id: 'AnsweredStep',
    description: 'A condition or row of a run, and what it was answered over.',
  })

export const RunEvidence = z
  .object({
    runId: z.uuid(),
    packVersion: z.int().positive(),
    status: z.enum(['processing', 'partial', 'completed']),
    outcome: z.string().exactOptional(),
    stopReason: z.string().exactOptional(),
    unansweredStep: z.string().exactOptional(),
    decidedBy: z.literal('review').exactOptional(),
    kept: z.enum(['kept', 'too-large', 'absent']).meta({
      description:
        '`too-large`: it was more than may be kept, so that no value is, and of a repeated step the last answer alone.',
    }),
    answers: z.array(AnsweredStep).meta({
      description: 'In the order in which they were answered.',
    }),
  })
  .meta({
    id: 'RunEvidence',
    description: 'What a run was decided on.',
    example: {
      runId: '019a9f3c-8d2f-7c7b-8e1f-3a5c9d7e2f46',
      packVersion: 3,
      status: 'completed',
      outcome: 'review',
      stopReason: 'list-hit',
      kept: 'kept',
      answers: [
        {
          step: 'listed',
          position: '/steps/3',
          kind: 'when',
          condition: 'facts.checks.hit',
          round: 1,
          answer: true,
          decided: true,
          values: [{ read: 'facts.checks.hit', value: true }],
        },
      ],
    },
  })
export type RunEvidence = z.output<typeof RunEvidence>
