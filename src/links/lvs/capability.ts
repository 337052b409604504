import type { ReviewCapability } from '#src/packs/reviews/source.ts'
import type { LinkDeps } from './deps.ts'
import { linkFacts } from './facts.ts'
import { expireTask, linkExpired, linkHeld, linkKinds } from './kinds.ts'
import { linkBiometricsModule } from './module.ts'
import { linkReviews } from './reviews/reviews.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { linkRoutes } from './routes.ts'
import { withdrawAgain } from './withdraw.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { append } from '#src/journey/journal/append.ts'
import { isUndecided } from './rules.ts'
import { listSteps } from './steps.ts'
import { updateLink } from './store.ts'

export const lvs: ReviewCapability<LinkDeps> = {
  name: 'lvs',
  kinds: linkKinds,
  facts: linkFacts,
  tasks: () => [expireLink],
  routes: (deps) => [...linkRoutes(deps), ...reviewRoutes(deps)],
  reviews: linkReviews,
  module: linkBiometricsModule,
  ended: () => async (ctx, open) => {
    for (const { task, ref } of open) if (task === expireTask) await endLink(ctx, ref)
  },
  remains: (deps) => ({ withdrawAgain: (ctx, taken) => withdrawAgain({ ...deps, ...ctx }, taken) }),
}

/** How long until a link in review is checked again; the deadline decides nothing. */
const heldMs = 30 * 24 * 60 * 60_000

async function endLink({ tx, locked }: InCommit, ref: string): Promise<void> {
  await updateLink(tx, ref, { expiredAt: locked.now })
  append(locked, { kind: linkExpired, ref, code: 'ended-by-operator' })
}

const expireLink = defineTask(expireTask, async (tx, locked, { ref }) => {
  const steps = await listSteps(tx, ref)
  if (steps.some(({ outcome }) => isUndecided(outcome))) {
    append(locked, { kind: linkHeld, ref, dueAt: locked.now.getTime() + heldMs })
    return
  }
  await updateLink(tx, ref, { expiredAt: locked.now })
  append(locked, { kind: linkExpired, ref })
})
