// Every operation of the service, in the order of its document.
import { healthRoutes, type Probes } from '#src/http/health.ts'
import { introduceDocument } from '#src/http/openapi-introduction.ts'
import { referenceRoutes } from '#src/http/reference.ts'
import type { Mounted } from '#src/http/route.ts'
import { createWaiter } from '#src/journal/wait.ts'
import { bounceRoutes } from '#src/modules/email-token/bounce-route.ts'
import { emailTokenPageRoutes } from '#src/modules/email-token/page-routes.ts'
import { emailTokenRoutes } from '#src/modules/email-token/routes.ts'
import { packRoutes } from '#src/packs/routes.ts'
import { magicLocalParts } from '#src/providers/email/sandbox.ts'
import { sandboxPageRoutes } from '#src/sandbox/page-routes.ts'
import { sandboxRoutes } from '#src/sandbox/routes.ts'
import { transactionRoutes } from '#src/transaction/routes.ts'
import { bounceReader } from './bounces.ts'
import type { Services } from './services.ts'

export function createRoutes(
  { db, sealer, nudger }: Pick<Services, 'db' | 'sealer' | 'nudger'>,
  brand: string,
  probes: Probes,
  clockSettleMs = 30_000,
): Mounted[] {
  const deps = { db, sealer, nudger, waiter: createWaiter(db) }
  const routes = [
    ...transactionRoutes(deps),
    ...emailTokenRoutes(deps),
    ...packRoutes(deps),
    ...sandboxRoutes({ ...deps, settleMs: clockSettleMs }),
    ...emailTokenPageRoutes({ ...deps, brand }),
    ...bounceRoutes({ ...deps, readBounce: bounceReader(sealer) }),
    ...sandboxPageRoutes(),
    ...healthRoutes(probes),
  ]
  const info = introduceDocument({ emailLocalParts: magicLocalParts })
  const documented = routes.map(({ route }) => route)
  return [...routes, ...referenceRoutes(documented, info)]
}
