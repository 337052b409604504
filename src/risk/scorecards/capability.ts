import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { firedRules, scoreComputed } from './score-reasons.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import { registryRoutes } from '#src/journey/registry/routes.ts'
import { checkScorecard, ScorecardPublication } from './publication.ts'
import { versionRoutes } from './version-routes.ts'

const scorecardRoutes = (deps: RiskDeps): Mounted[] => [
  ...registryRoutes(deps, {
    kind: 'scorecard',
    noun: 'scorecard',
    path: '/v1/scorecards',
    param: 'name',
    tag: 'Scorecards',
    document: ScorecardPublication,
    check: (_db, { value, demands }) => checkScorecard(value, deps.packs.facts.variables, demands),
  }),
  ...versionRoutes(deps),
]

export const scorecards: Capability<RiskDeps> = {
  name: 'scorecards',
  kinds: [scoreComputed],
  routes: scorecardRoutes,
  details: firedRules,
}
