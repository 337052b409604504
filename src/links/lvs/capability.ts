import type { ReviewCapability } from '#src/packs/reviews/source.ts'
import type { LinkDeps } from './deps.ts'
import { linkFacts } from './facts.ts'
import { linkKinds } from './kinds.ts'
import { linkBiometricsModule } from './module.ts'
import { linkReviews } from './reviews/reviews.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { linkRoutes } from './routes.ts'
import { expireLink } from './tasks.ts'
import { withdrawAgain } from './withdraw.ts'

export const lvs: ReviewCapability<LinkDeps> = {
  name: 'lvs',
  kinds: linkKinds,
  facts: linkFacts,
  tasks: () => [expireLink],
  routes: (deps) => [...linkRoutes(deps), ...reviewRoutes(deps)],
  reviews: linkReviews,
  module: linkBiometricsModule,
  remains: (deps) => ({
    withdrawAgain: (ctx, taken) => withdrawAgain({ ...deps, ...ctx }, taken),
  }),
}
