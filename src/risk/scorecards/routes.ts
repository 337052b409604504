// Registers scorecards as published documents.
import { z } from 'zod'
import type { ServiceDeps } from '#src/main/capability.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import { registryRoutes } from '#src/journey/registry/routes.ts'
import type { DocumentFault } from '#src/journey/registry/text.ts'
import { findScorecardFaults } from './compile.ts'
import { Scorecard } from './document.ts'

const message = z.string().max(500).exactOptional().meta({
  description: 'Why: it stands with the version, outside the document and its sha256.',
})

/** What a request brings. */
const ScorecardPublication = z.strictObject({ ...Scorecard.shape, message }).meta({
  id: 'ScorecardPublication',
  description: 'A scorecard, and why it is published.',
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

export const scorecardRoutes = (deps: ServiceDeps): Mounted[] =>
  registryRoutes(deps, {
    kind: 'scorecard',
    noun: 'scorecard',
    path: '/v1/scorecards',
    param: 'name',
    tag: 'Scorecards',
    document: ScorecardPublication,
    async check(_db, { value }) {
      const read = ScorecardPublication.safeParse(value)
      if (!read.success) return { faults: read.error.issues.map(toFault) }
      const { message: why, $schema: _, ...document } = read.data
      const faults = findScorecardFaults(document, deps.packs.facts.variables)
      return faults.length > 0 ? { faults } : { publication: { document, message: why } }
    },
  })

/** Its words never hold what was sent. */
function toFault(issue: z.core.$ZodIssue): DocumentFault {
  const path =
    issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  return {
    pointer: path
      .map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join(''),
    detail: issue.code === 'unrecognized_keys' ? 'this field is not known' : issue.message,
  }
}
