// Every operation of the service, in the order of its document.
import type { Capability, ServiceDeps } from '#src/capability.ts'
import { healthRoutes, type Probes } from '#src/http/health/routes.ts'
import { introduceDocument } from '#src/http/openapi/introduction.ts'
import { referenceRoutes } from '#src/http/openapi/reference.ts'
import { factTable, insightTable } from '#src/insights/catalogue/reference.ts'
import type { Mounted } from '#src/http/route.ts'
import { binEndings, documentEndings } from '#src/providers/sandbox/check-endings.ts'
import { magicLookUps } from '#src/providers/sandbox/look-ups.ts'
import { magicLocalParts } from '#src/providers/sandbox/email.ts'
import { endings } from '#src/providers/sandbox/plan.ts'

export function createRoutes(
  deps: ServiceDeps,
  capabilities: readonly Capability[],
  probes: Probes,
): Mounted[] {
  const routes = [
    ...capabilities.flatMap(({ routes: own }) => own?.(deps) ?? []),
    ...healthRoutes(probes),
  ]
  const magic = {
    emailLocalParts: magicLocalParts,
    phoneEndings: endings,
    documentEndings,
    lookUps: { ...magicLookUps, bin: binEndings },
  }
  const info = introduceDocument(magic, { insights: insightTable(), facts: factTable() })
  const documented = routes.map(({ route }) => route)
  return [...routes, ...referenceRoutes(documented, info)]
}
