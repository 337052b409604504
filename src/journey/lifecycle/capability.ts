import type { Capability } from '#src/journey/capabilities/capability.ts'
import { transactionFacts } from '#src/journey/facts/own-facts.ts'
import { transactionKinds } from './kinds.ts'
import { type AgendaDeps, agendaRoutes } from './agenda-routes.ts'
import { type TransactionDeps, transactionRoutes } from './routes.ts'
import { settleClock } from './tasks.ts'

export const transaction: Capability<TransactionDeps & AgendaDeps> = {
  name: 'transaction',
  kinds: transactionKinds,
  tasks: () => [settleClock],
  routes: (deps) => [...transactionRoutes(deps), ...agendaRoutes(deps)],
  facts: transactionFacts,
}
