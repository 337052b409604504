import type { Capability } from '#src/capability.ts'
import { transactionFacts } from './facts.ts'
import { transactionKinds } from './kinds.ts'
import { transactionRoutes } from './routes.ts'
import { settleClock } from './tasks.ts'

export const transaction: Capability = {
  name: 'transaction',
  kinds: transactionKinds,
  tasks: () => [settleClock],
  routes: transactionRoutes,
  facts: transactionFacts,
}
