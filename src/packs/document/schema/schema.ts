import { z } from 'zod'
import { ValueSchema } from '#src/journey/values/schema.ts'
import { AskStep } from './ask-schema.ts'
import { CallStep } from './call-schema.ts'
import { EachStep } from './each-schema.ts'
import { code, condition, id, moduleKey, of, retry, rowsMax, unanswered } from './parts-schema.ts'
import { OutputSchema } from './output-schema.ts'
import { WaitStep } from './wait-schema.ts'

const PackName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be small letters, digits and hyphens')

/** Each module validates its options by a schema of its own. */
const optionValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(100)])

const ModuleStep = z
  .strictObject({
    kind: z.literal('module'),
    id,
    module: moduleKey,
    deadlineSeconds: z.int().min(1).exactOptional().meta({
      description:
        'A module that has no result by then, all its tries included, has failed for a technical reason. Without it 7 days.',
    }),
    onFailure: z.enum(['wait', 'skip', 'fail']).exactOptional().meta({
      description:
        'What a technical failure means. `skip`, the same as nothing: the pack goes on. `wait`: what comes after it waits up to 7 days for the module to be run again. `fail`: the pack ends.',
    }),
    get fallback() {
      return ModuleStep.exactOptional()
    },
    retry,
    optional: z.literal(true).exactOptional().meta({
      description:
        'The client may never bring its input: at its deadline it is skipped, not failed.',
    }),
    fresh: z.literal(true).exactOptional().meta({
      description: 'What was there before the run came to it does not count.',
    }),
    maxAgeSeconds: z.int().min(1).max(31_536_000).exactOptional().meta({
      description:
        'What is older when the run comes to it does not count; what came after the run began does.',
    }),
    with: z
      .record(z.string(), optionValue)
      .exactOptional()
      .meta({ description: 'What is asked of the module: constants, by its own schema.' }),
    purpose: z
      .string()
      .min(1)
      .max(500)
      .exactOptional()
      .meta({
        description:
          'As `with: {purpose: …}`. `required`: only answers to questions with a `purpose` count that were asked after the run came to it, each for one step; a no always does. With `send` what is confirmed, as the message shows it, at most 60 characters: expressions stand in braces.',
        examples: ['required', 'Pagar R$ {input.amount}'],
      }),
    send: z.literal(true).exactOptional().meta({
      description:
        'Of what waits for the answer to a message: the run sends it when it comes to the step, under all limits; what may not be sent now waits.',
    }),
    card: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,63}@[1-9][0-9]{0,8}$/, 'must be a name and a version: basic@3')
      .exactOptional()
      .meta({
        description: 'As `with: {card: …}`: the scorecard of a score; without it the live one.',
      }),
  })
  .meta({ id: 'ModuleStep', description: 'Runs one module; `fallback` runs if it fails.' })

const SequenceStep = z
  .strictObject({
    kind: z.literal('sequence'),
    id,
    get steps() {
      return z.array(Step).min(1)
    },
  })
  .meta({ id: 'SequenceStep', description: 'Steps one after the other.' })

const ParallelStep = z
  .strictObject({
    kind: z.literal('parallel'),
    id,
    get steps() {
      return z.array(Step).min(1)
    },
  })
  .meta({ id: 'ParallelStep', description: 'Steps at the same time; it ends with the last.' })

const WhenStep = z
  .strictObject({
    kind: z.literal('when'),
    id,
    of,
    condition,
    unanswered,
    get ifUnanswered() {
      return Step.exactOptional()
    },
    get run() {
      return Step
    },
    get otherwise() {
      return Step.exactOptional()
    },
  })
  .meta({
    id: 'WhenStep',
    description:
      'Runs one step on yes, another, if any, on no, and `ifUnanswered`, if any, where its data are absent.',
  })

const RepeatStep = z
  .strictObject({
    kind: z.literal('repeat'),
    id,
    timesMax: z.int().min(2).max(10).meta({ description: 'How often it runs at most.' }),
    of,
    until: condition,
    unanswered,
    get run() {
      return Step
    },
  })
  .meta({ id: 'RepeatStep', description: 'Runs its step again until the condition holds.' })

const SubPackStep = z
  .strictObject({
    kind: z.literal('pack'),
    id,
    pack: PackName,
    version: z.int().min(1).max(2_147_483_647),
  })
  .meta({ id: 'SubPackStep', description: 'A published version of another pack, in this place.' })

const ReviewStep = z
  .strictObject({
    kind: z.literal('review'),
    id,
    title: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'What is to be decided, for whoever decides.' }),
    reasons: z
      .array(code)
      .min(1)
      .max(20)
      .exactOptional()
      .meta({ description: 'To choose from, codes; without them any code is a reason.' }),
    deadlineSeconds: z.int().min(60).exactOptional().meta({
      description: 'Then it is overdue, which decides nothing. A day without it.',
    }),
    who: code
      .exactOptional()
      .meta({ description: 'Whose it is, a code; whoever asks for theirs alone gets these.' }),
    people: z.literal([1, 2]).exactOptional().meta({
      description: 'How many it takes. Some approvals take two whatever stands here.',
    }),
    get approved() {
      return Step.exactOptional()
    },
    get rejected() {
      return Step.exactOptional()
    },
  })
  .meta({
    id: 'ReviewStep',
    description:
      'A person decides, whenever that is. Approved, it runs `approved` or goes on; rejected, it runs `rejected` or ends with the outcome `rejected`.',
  })

const row = z
  .strictObject({
    id: id.unwrap().exactOptional().meta({ description: 'Its name; without it, its reason.' }),
    if: condition.exactOptional(),
    unless: condition.exactOptional(),
    outcome: code,
    reason: code,
    unanswered: z.literal('continue').exactOptional().meta({
      description:
        'Where its data are absent, the next row is asked. Without it such a run ends with the outcome `review`: under this reason where `review` is its outcome, else `unanswered`.',
    }),
  })
  .meta({
    id: 'DecideRow',
    description:
      'Holds where `if` says yes or `unless` says no; with neither of them always. Then the run ends with its outcome.',
  })

const DecideStep = z
  .strictObject({ kind: z.literal('decide'), id, rows: z.array(row).min(1).max(rowsMax) })
  .meta({
    id: 'DecideStep',
    description:
      'A table: of its rows, in their order, the first that holds ends the run; where none does, it goes on.',
  })

const StopStep = z
  .strictObject({
    kind: z.literal('stop'),
    id,
    outcome: code.meta({ description: 'The verdict, as a code.', example: 'rejected' }),
    reason: code.meta({ description: 'Why, as a code.', example: 'spoof-suspected' }),
  })
  .meta({ id: 'StopStep', description: 'Ends the pack; what it makes needless is cancelled.' })

const Step = z
  .discriminatedUnion('kind', [
    ModuleStep,
    SequenceStep,
    ParallelStep,
    WhenStep,
    RepeatStep,
    SubPackStep,
    ReviewStep,
    WaitStep,
    CallStep,
    AskStep,
    EachStep,
    DecideStep,
    StopStep,
  ])
  .meta({ id: 'Step', description: 'One step of a pack.' })

/** A document as published; its name and version come from the registry. */
export const PackDocument = z
  .strictObject({
    $schema: z.string().max(1000).exactOptional().meta({ description: 'For editors.' }),
    description: z.string().max(1000).exactOptional(),
    for: z.enum(['person', 'company']).exactOptional().meta({
      description:
        'Whom it is for, with the packs that it names: for another a run or link of it is refused (`subject-unfit`). Without it for both.',
    }),
    input: ValueSchema.exactOptional().meta({
      description:
        'What a run is started with, as `input.<field>`: `POST /v1/packs/{packName}/{transactionId}` brings it.',
    }),
    output: OutputSchema.exactOptional(),
    root: Step,
  })
  .meta({ id: 'PackDocument', description: 'The composition of a pack.' })
export type PackDocument = z.output<typeof PackDocument>
