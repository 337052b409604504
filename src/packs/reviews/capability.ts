import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import type { ReviewCapability, ReviewDeps } from './source.ts'
import { claimRoutes } from './claim-routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { forgetComments, forgetUndecided } from './comments/store.ts'
import { decisionRoutes } from './decision-routes.ts'
import { lookTask, reviewAwaited, reviewKinds } from './kinds.ts'
import { cancelReviews } from './open.ts'
import { packReviews } from './pack-source.ts'
import { queueRoutes } from './queue-routes.ts'
import { relatedRoutes } from './related/routes.ts'
import { reviewFacts } from './rejections.ts'
import { closeErased } from './store.ts'

/** The interval at which an overdue review is noted again. */
const awaitedMs = 30 * 24 * 60 * 60_000

/** Notes that a review is overdue and decides nothing: the queue and the alert report it. */
const lookAtReview = defineTask(lookTask, async (_tx, locked, { ref }) => {
  append(locked, { kind: reviewAwaited, ref, dueAt: locked.now.getTime() + awaitedMs })
})

export const reviews: ReviewCapability<ReviewDeps> = {
  name: 'reviews',
  kinds: reviewKinds,
  facts: reviewFacts,
  tasks: () => [lookAtReview],
  // Static routes come before routes with a parameter at the same position.
  routes: (deps) => [
    ...queueRoutes(deps),
    ...claimRoutes(deps),
    ...decisionRoutes(deps),
    ...commentRoutes(deps),
    ...relatedRoutes(deps),
  ],
  ended: () => cancelReviews,
  erased: async (tx, id) => ({
    ...(await closeErased(tx, id)),
    comments: await forgetComments(tx, id),
  }),
  restricted: async (tx, { id }) => ({
    ...(await closeErased(tx, id)),
    comments: await forgetUndecided(tx, id),
  }),
  reviews: packReviews,
}
