import type { Capability } from '#src/main/capability.ts'
import { outcomeFacts } from './facts.ts'
import { outcomeTold } from './kinds.ts'
import { outcomeRoutes } from './routes.ts'
import { forgetOutcome } from './store.ts'

/** What became of transactions, as the tenant tells it. */
export const outcomes: Capability = {
  name: 'outcomes',
  kinds: [outcomeTold],
  routes: outcomeRoutes,
  facts: outcomeFacts,
  erased: forgetOutcome,
}
