// Every operation of the service, in the order of the OpenAPI document.
import { readFileSync } from 'node:fs'
import type { AllDeps, Capability } from './capability.ts'
import { describeEvents } from '#src/journey/events/describe.ts'
import { stepCall } from '#src/packs/outbound/sent-call.ts'
import type { Probes } from '#src/platform/http/health/readiness.ts'
import { healthRoutes } from '#src/platform/http/health/routes.ts'
import type { GuidePage } from '#src/platform/http/openapi/document.ts'
import { introduceDocument } from '#src/platform/http/openapi/introduction.ts'
import { referenceRoutes } from '#src/platform/http/openapi/reference.ts'
import { factTable, insightTable } from '#src/risk/insights/catalogue/reference.ts'
import { magicNames } from '#src/biometrics/examinations/magic.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import { binEndings } from '#src/vendors/sandbox/check-endings.ts'
import { endingCells } from '#src/vendors/sandbox/ending-table.ts'
import { magicLookUps } from '#src/vendors/sandbox/look-ups.ts'
import { magicLocalParts } from '#src/vendors/sandbox/email.ts'
import { endings } from '#src/vendors/sandbox/plan.ts'
import type { Config } from '#src/main/config/config.ts'

export type Switches = Pick<Config, 'SANDBOX' | 'DOCS_PAGE' | 'SANDBOX_PAGE'>

const allOn: Switches = { SANDBOX: true, DOCS_PAGE: true, SANDBOX_PAGE: true }

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Whether a route is served with these switches. */
export function isServed({ route }: Mounted, switches: Switches = allOn): boolean {
  const [path] = route.paths
  if (!switches.SANDBOX && isBelow(path, '/v1/sandbox')) return false
  if (!(switches.SANDBOX && switches.SANDBOX_PAGE) && isBelow(path, '/sandbox')) return false
  return switches.DOCS_PAGE || !(path === '/' || isBelow(path, '/docs'))
}

export function createRoutes(
  deps: AllDeps,
  capabilities: readonly Capability[],
  probes: Probes,
  switches?: Switches,
): Mounted[] {
  const routes = [
    ...capabilities.flatMap(({ routes: own }) => own?.(deps) ?? []),
    ...healthRoutes(probes),
  ].filter((one) => isServed(one, switches))
  const magic = {
    emailLocalParts: magicLocalParts,
    phoneEndings: endings,
    documentEndings: endingCells,
    pictureNames: magicNames,
    lookUps: { ...magicLookUps, bin: binEndings },
  }
  const { guide = [], ...info } = introduceDocument(magic, {
    insights: insightTable(),
    facts: factTable(),
  })
  const sent = [...describeEvents(deps.eventTypes), stepCall]
  const documented = routes.map(({ route }) => route)
  const reference = referenceRoutes(documented, { ...info, sent, guide: [...guide, readRunBook()] })
  return [...routes, ...reference.filter((one) => isServed(one, switches))]
}

/** The run book for alarms; the console links to its sections. */
function readRunBook(): GuidePage {
  const file = readFileSync(new URL('../../docs/run-book.md', import.meta.url), 'utf8')
  const [first = '', ...text] = file.split('\n')
  return { name: 'run-book', title: first.replace(/^# /, ''), text: text.join('\n') }
}
