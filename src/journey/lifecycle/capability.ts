import type { Capability } from '#src/main/capability.ts'
import { transactionFacts } from '#src/journey/transaction/facts.ts'
import { transactionKinds } from './kinds.ts'
import { agendaRoutes } from './agenda-routes.ts'
import { transactionRoutes } from './routes.ts'
import { settleClock } from './tasks.ts'

export const transaction: Capability = {
  name: 'transaction',
  kinds: transactionKinds,
  tasks: () => [settleClock],
  routes: (deps) => [...transactionRoutes(deps), ...agendaRoutes(deps)],
  facts: transactionFacts,
}
