// Registers scorecards as published documents, and compares, tests and shadows them as packs are.
import type { ServiceDeps } from '#src/main/capability.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import { registryRoutes } from '#src/journey/registry/routes.ts'
import { checkScorecard, ScorecardPublication } from './publication.ts'
import { versionRoutes } from './version-routes.ts'

export const scorecardRoutes = (deps: ServiceDeps): Mounted[] => [
  ...registryRoutes(deps, {
    kind: 'scorecard',
    noun: 'scorecard',
    path: '/v1/scorecards',
    param: 'name',
    tag: 'Scorecards',
    document: ScorecardPublication,
    check: async (_db, { value }) => checkScorecard(value, deps.packs.facts.variables),
  }),
  ...versionRoutes(deps),
]
