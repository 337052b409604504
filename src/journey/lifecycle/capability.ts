import type { Capability } from '#src/journey/capabilities/capability.ts'
import { transactionFacts } from '#src/journey/facts/own-facts.ts'
import { clockSettled, transactionKinds } from './kinds.ts'
import { type AgendaDeps, agendaRoutes } from './agenda-routes.ts'
import { type TransactionDeps, transactionRoutes } from './routes.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'

export const transaction: Capability<TransactionDeps & AgendaDeps> = {
  name: 'transaction',
  kinds: transactionKinds,
  tasks: () => [settleClock],
  routes: (deps) => [...transactionRoutes(deps), ...agendaRoutes(deps)],
  facts: transactionFacts,
}

/** Runs when nothing else is due or running: so everything that the move made due has happened. */
const settleClock = defineTask('settle-clock', async (_tx, locked, { ref }) => {
  append(locked, { kind: clockSettled, ref })
})
