import { z } from 'zod'

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const record = z.record(z.string(), scalar)
/** As deep as what conditions see. */
const value = z.union([scalar, z.array(scalar), record, z.array(record)])
const results = z.array(z.record(z.string(), value))

const code = z.string().max(64)

/** One case: with these results of modules, this path and outcome. */
export const PackCase = z.strictObject({
  name: z.string().min(1).max(200),
  results: z
    .record(z.string(), z.union([z.enum(['failed', 'skipped']), results]))
    .meta({ description: 'By module: its results, or how it ended without any.' }),
  expect: z.strictObject({
    status: z.enum(['completed', 'partial']).exactOptional(),
    outcome: code.exactOptional(),
    reason: code.exactOptional(),
    ran: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'The modules that began, in any order.' }),
    answers: z
      .record(z.string(), z.union([z.boolean(), z.literal('failed')]))
      .exactOptional()
      .meta({ description: 'Of conditions, by their place: `/steps/1`.' }),
  }),
})
export type PackCase = z.output<typeof PackCase>

export const caseList = z.array(PackCase).min(1).max(200)

export const PackCases = z
  .strictObject({ $schema: z.string().exactOptional(), cases: caseList })
  .meta({ id: 'PackCases', description: 'The test cases of a pack, in a file beside it.' })
export type PackCases = z.output<typeof PackCases>
