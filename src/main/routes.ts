// Every operation of the service, in the order of its document.
import { healthRoutes, type Probes } from '#src/http/health/routes.ts'
import { introduceDocument } from '#src/http/openapi/introduction.ts'
import { referenceRoutes } from '#src/http/openapi/reference.ts'
import type { Mounted } from '#src/http/route.ts'
import { createWaiter } from '#src/journal/wait.ts'
import { bounceRoutes } from '#src/modules/email-token/bounce-route.ts'
import type { Messaging } from '#src/challenges/request.ts'
import { hookRoutes } from '#src/callbacks/routes.ts'
import { linkPageRoutes } from '#src/challenges/link/routes.ts'
import { emailTokenLinks } from '#src/modules/email-token/links.ts'
import { emailTokenRoutes } from '#src/modules/email-token/routes.ts'
import { sms2faRoutes } from '#src/modules/two-factor/sms/routes.ts'
import { smsTokenLinks } from '#src/modules/sms-token/links.ts'
import { smsTokenRoutes } from '#src/modules/sms-token/routes.ts'
import { whatsapp2faRoutes } from '#src/modules/two-factor/whatsapp/routes.ts'
import { packRoutes } from '#src/packs/routes.ts'
import { magicLocalParts } from '#src/providers/sandbox/email.ts'
import { endings } from '#src/providers/sandbox/plan.ts'
import { sandboxPageRoutes } from '#src/sandbox/page-routes.ts'
import type { SandboxPhone } from '#src/sandbox/phone.ts'
import { sandboxRoutes } from '#src/sandbox/routes.ts'
import { transactionRoutes } from '#src/transaction/routes.ts'
import { bounceReader } from './bounces.ts'
import type { Services } from './services.ts'

export function createRoutes(
  {
    db,
    sealer,
    nudger,
    log,
    messaging,
    sandbox,
    publicBaseUrl,
  }: Pick<Services, 'db' | 'sealer' | 'nudger' | 'log'> & {
    readonly messaging: Messaging
    readonly sandbox: SandboxPhone
    readonly publicBaseUrl: string
  },
  brand: string,
  probes: Probes,
  clockSettleMs = 30_000,
): Mounted[] {
  const deps = { db, sealer, nudger, waiter: createWaiter(db) }
  const routes = [
    ...transactionRoutes(deps),
    ...emailTokenRoutes(deps),
    ...smsTokenRoutes({ ...deps, messaging }),
    ...sms2faRoutes({ ...deps, messaging }),
    ...whatsapp2faRoutes({ ...deps, messaging }),
    ...packRoutes(deps),
    ...sandboxRoutes({ ...deps, phone: sandbox, settleMs: clockSettleMs }),
    ...linkPageRoutes({ ...deps, brand, links: [emailTokenLinks, smsTokenLinks] }),
    ...bounceRoutes({ ...deps, readBounce: bounceReader(sealer) }),
    ...hookRoutes({ ...deps, log, accounts: messaging.accounts, publicBaseUrl }),
    ...sandboxPageRoutes(),
    ...healthRoutes(probes),
  ]
  const info = introduceDocument({ emailLocalParts: magicLocalParts, phoneEndings: endings })
  const documented = routes.map(({ route }) => route)
  return [...routes, ...referenceRoutes(documented, info)]
}
