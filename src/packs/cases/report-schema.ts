// The report on the test cases of a version or draft, as the API shows it.
import { z } from 'zod'

export const caseReport = {
  held: z.int().min(0),
  failed: z.int().min(0),
  coverage: z
    .object({ parts: z.int().min(0), reached: z.int().min(0), missing: z.array(z.string()) })
    .meta({ description: 'Modules, both answers of each condition, and stops.' }),
  cases: z.array(
    z.object({
      name: z.string(),
      holds: z.boolean(),
      differences: z
        .array(z.string())
        .meta({ description: 'From what it expects, in sentences; none when it holds.' }),
    }),
  ),
}

export const PackCaseReport = z.object({ version: z.int().positive(), ...caseReport }).meta({
  id: 'PackCaseReport',
  description: 'The test cases of a version, run over the modules that the service has now.',
  example: {
    version: 3,
    held: 1,
    failed: 0,
    coverage: { parts: 4, reached: 3, missing: ['/steps/1: no'] },
    cases: [{ name: 'a high score asks for nothing', holds: true, differences: [] }],
  },
})
export type PackCaseReport = z.output<typeof PackCaseReport>
