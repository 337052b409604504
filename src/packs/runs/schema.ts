import { z } from 'zod'
import { childStatuses } from '#src/packs/document/child-rules.ts'
import { PackTransaction } from '#src/journey/transaction/schema.ts'

export const PackStatus = z
  .enum(['processing', 'partial', 'completed'])
  .meta({ id: 'PackStatus', description: '`partial`: a module failed for a technical reason.' })

export const packNameParam = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'The name of the pack.', example: 'basic' })

/** The number of a version as a parameter of a path or query. */
export const versionNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: 'One of its versions.', example: 3 })

/** A document and its test cases, as YAML or JSON, with the size limit of a publication. */
export const draftText = z.string().max(131_072)

export const ShownRow = z
  .object({
    row: z.string().meta({ description: '`<table>.<row>`, by their names.' }),
    outcome: z.string(),
    reason: z.string(),
    held: z
      .union([z.literal(true), z.literal('unknown')])
      .meta({ description: '`unknown`: what it reads was absent.' }),
    ended: z.literal(true).exactOptional().meta({ description: 'It has ended the run.' }),
  })
  .meta({ id: 'PackRow', description: 'A row of a table that holds, or is not known to.' })

/** A transaction that a step has made for an element of a list. */
export const ShownChild = z
  .object({
    place: z.int().min(0).meta({ description: 'Of the element in the list, from 0.' }),
    transactionId: z.uuid().exactOptional().meta({ description: 'Once it is made.' }),
    status: z.enum(childStatuses).meta({
      description:
        '`unidentified`: its element has no document, or one of a type for which the step has no pack, and none is made. `in-review`: a person is asked. `erased`: what it was is not known any more.',
    }),
    outcome: z.string().exactOptional().meta({
      description: 'The verdict of its run, once that has ended and no review of it is open.',
    }),
    stopReason: z.string().exactOptional(),
    link: z.url().exactOptional().meta({
      description:
        'Where its verification link opens, while it can be walked, for a credential with `transactions:write`.',
    }),
  })
  .meta({ id: 'PackChild', description: 'What became of an element of a list.' })

/** The fields of every pack answer beside the sections of its modules. */
export const packHead = {
  createdAt: z.iso.datetime().meta({ description: 'When the run began.' }),
  status: PackStatus,
  packVersion: z.int().positive(),
  runId: z.uuid().meta({ description: 'The run.' }),
  outcome: z
    .string()
    .exactOptional()
    .meta({ description: 'The verdict of the stop step that ended the run, a code of its pack.' }),
  stopReason: z.string().exactOptional().meta({
    description: 'Why: a code of the pack, or `module-failed` where a technical failure ended it.',
  }),
  decidedBy: z
    .literal('review')
    .exactOptional()
    .meta({ description: 'A person has decided the outcome, at its end or at a `review` step.' }),
  unansweredStep: z.string().exactOptional().meta({
    description:
      'The condition whose data are absent and that has ended the run, by its id or its place in the document; of a row `<table>.<row>`.',
  }),
  rows: z.array(ShownRow).exactOptional().meta({
    description:
      'Of each table that was answered: every row with a condition and another outcome than `approved` that holds or is unknown, those behind the one that has ended the run too. A row that reads what the credential may not see is left out.',
  }),
  input: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .meta({ description: 'What it was started with, without what is personal.' }),
  output: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .exactOptional()
    .meta({ description: 'What the pack says at its end; absent what has no answer.' }),
  corrected: z.array(z.string()).exactOptional().meta({
    description:
      'The fields that were corrected since the run ended: `transaction` has them as they were then.',
  }),
  transaction: PackTransaction,
}

export const StartPack = z
  .object({
    version: z
      .int()
      .positive()
      .max(2_147_483_647)
      .optional()
      .meta({ description: 'Without it: the live version.' }),
    input: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'What the run is started with, by the schema of the version; a field that it does not name is dropped.',
    }),
  })
  .meta({
    id: 'StartPack',
    description: 'Which version runs, and with what.',
    example: { version: 1 },
  })
