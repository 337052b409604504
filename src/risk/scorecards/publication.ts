// Reads what is published of a scorecard, by a request or in a file: the document, a message, and its test cases, which
// are run.
import { z } from 'zod'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import type { Registered } from '#src/journey/registry/registered.ts'
import { readShape } from '#src/journey/registry/shape.ts'
import { runScorecardCases, scorecardCases } from './cases.ts'
import { compileScorecard } from './compile.ts'
import { Scorecard } from './document.ts'
import { findScorecardFaults } from './faults.ts'

const message = z.string().max(500).exactOptional().meta({
  description: 'Why: it stands with the version, outside the document and its sha256.',
})

const cases = scorecardCases.exactOptional().meta({
  description:
    'Its test cases: they are run, and one that does not hold is refused. They stand with the version, outside its sha256.',
})

/** The body of a publication. */
export const ScorecardPublication = z.strictObject({ ...Scorecard.shape, message, cases }).meta({
  id: 'ScorecardPublication',
  description: 'A scorecard, why it is published, and its test cases.',
  example: {
    base: 50,
    rules: [
      {
        code: 'email-verified',
        when: 'email.verifiedByToken',
        points: 25,
        description: 'E-mail confirmado por token',
      },
    ],
    message: 'The first version',
  },
})

export async function checkScorecard(
  value: unknown,
  variables: CelVariables,
  { demandCases = false } = {},
): ReturnType<Registered['check']> {
  const read = readShape(ScorecardPublication, value)
  if ('faults' in read) return read
  const { message: why, cases: tested, $schema: _, ...document } = read.data
  if (demandCases && !tested)
    return { faults: [{ pointer: '', detail: 'it has no test cases, which are demanded' }] }
  const faults = findScorecardFaults(document, variables)
  if (faults.length > 0) return { faults }
  const scorecard = compileScorecard(document, variables)
  const results = await runScorecardCases(scorecard, tested ?? [])
  const failed = results.flatMap(({ differences }, at) =>
    differences.map((detail) => ({ pointer: `/cases/${at}`, detail })),
  )
  if (failed.length > 0) return { faults: failed }
  return { publication: { document, cases: tested, message: why } }
}
