import { z } from 'zod'
import { caseReport } from '#src/packs/cases/report-schema.ts'
import { difference } from '#src/packs/difference/schema.ts'
import { PackStepInWords } from '#src/packs/drawing/schema.ts'
import { draftText } from '#src/packs/runs/schema.ts'

const place = z.int().positive().exactOptional()

export const DraftRequest = z
  .object({
    text: draftText.meta({
      description: 'YAML or JSON, as it would be published: the document, and beside it its cases.',
    }),
    run: z.boolean().optional().meta({ description: 'Whether its test cases are run.' }),
    from: z.int().positive().max(2_147_483_647).optional().meta({
      description: 'The version of the name that it is compared with.',
    }),
  })
  .meta({
    id: 'PackDraftRequest',
    description: 'A text that is to be a publication one day, with or without faults.',
    example: { text: 'root: { kind: module, module: score }' },
  })

/**
 * The faults for which a publication of the text would be refused; without faults also the version that it would be.
 */
export const PackDraft = z
  .object({
    faults: z
      .array(
        z.object({
          pointer: z.string().meta({ description: 'JSON pointer into the whole.' }),
          detail: z.string(),
          line: place,
          column: place,
        }),
      )
      .max(100)
      .meta({ description: 'None where it could be published, as far as it was tried.' }),
    drawing: z.string().exactOptional().meta({ description: 'SVG; absent while it has faults.' }),
    steps: PackStepInWords.exactOptional(),
    cases: z.object(caseReport).exactOptional().meta({ description: 'Where they were run.' }),
    difference: z
      .object(difference)
      .exactOptional()
      .meta({ description: 'From the version that was asked for to the draft.' }),
  })
  .meta({
    id: 'PackDraft',
    description: 'A text that is no version: its faults, or its drawing.',
    example: {
      faults: [{ pointer: '/root/module', detail: 'this field is missing', line: 2, column: 3 }],
    },
  })
export type PackDraft = z.output<typeof PackDraft>

export const PackSource = z
  .object({
    document: z.string().meta({ description: 'YAML, in one order of keys.' }),
    cases: z.string().exactOptional().meta({
      description: 'YAML of its test cases; behind the document it is one publication.',
    }),
  })
  .meta({ id: 'PackSource', description: 'A version as a text to begin a draft with.' })
export type PackSource = z.output<typeof PackSource>
