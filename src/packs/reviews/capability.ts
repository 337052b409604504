import type { ReviewCapability, ReviewDeps } from './source.ts'
import { claimRoutes } from './claim-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { reviewKinds } from './kinds.ts'
import { packReviews } from './pack-source.ts'
import { reviewPageRoutes } from './page-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { reviewFacts } from './rejections.ts'
import { closeErased } from './store.ts'

export const reviews: ReviewCapability<ReviewDeps> = {
  name: 'reviews',
  kinds: reviewKinds,
  facts: reviewFacts,
  // Static routes come before routes with a parameter at the same position.
  routes: (deps) => [
    ...queueRoutes(deps),
    ...claimRoutes(deps),
    ...decisionRoutes(deps),
    ...reviewPageRoutes(),
  ],
  erased: closeErased,
  restricted: (tx, { id }) => closeErased(tx, id),
  reviews: packReviews,
}
