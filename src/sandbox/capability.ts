import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { createAnswerPhone } from './answer-phone.ts'
import { outcomeRoutes } from '#src/sandbox/outcomes/routes.ts'
import { sandboxPageRoutes } from './page-routes.ts'
import { sampleRoutes } from './sample-routes.ts'
import { type SandboxDeps, sandboxRoutes } from './routes.ts'
import { forgetMessages } from './store.ts'

export const sandbox: Capability<SandboxDeps & LinkDeps> = {
  name: 'sandbox',
  routes: (deps) => [
    ...sandboxRoutes(deps),
    ...outcomeRoutes(deps, createAnswerPhone(deps)),
    ...sandboxPageRoutes(),
    ...sampleRoutes(),
  ],
  erased: forgetMessages,
  restricted: (tx, { id }) => forgetMessages(tx, id),
}
