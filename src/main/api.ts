// The API as a process of its own: `node src/main/api.ts`.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '#src/platform/http/app.ts'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { createNameHash } from '#src/platform/http/auth/claims.ts'
import { isImpliedUnsaid, readIssuers } from '#src/main/config/issuers.ts'
import type { Probes } from '#src/platform/http/health/readiness.ts'
import { createRateLimit, leaseFrom } from '#src/platform/rate-limit/rate-limit.ts'
import { transportHeaders } from '#src/platform/http/response.ts'
import { closeWhenEnding } from '#src/platform/http/connection.ts'
import { createHttpServer } from '#src/platform/http/server.ts'
import { publishOwnPacks } from '#src/packs/files/own.ts'
import { publishFolder } from '#src/packs/files/publish.ts'
import { publishOwnScorecards } from '#src/risk/scorecards/published-scorecards.ts'
import { showKeySets } from '#src/platform/metrics.ts'
import { createKeyFinder } from '#src/platform/api-keys/find.ts'
import { canRewriteAudit } from '#src/platform/db/roles.ts'
import { createSessionFinder } from '#src/platform/sessions/find.ts'
import { signInRoutes } from '#src/platform/sign-in/routes.ts'
import { createTenantGate } from '#src/platform/tenants/registry/gate.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { auditsShown } from '#src/platform/audit/audited-reads.ts'
import { startMetrics } from './metrics.ts'
import { ownFolder } from './own-packs.ts'
import { checkLedger } from '#src/main/ports/check-ledger.ts'
import { createProbes } from './probes.ts'
import { createRoutes } from './routes.ts'
import { runAsProcess } from '#src/main/process/run-as-process.ts'
import { openServices, type Services } from './services.ts'

export type Api = { readonly url: string }

/** Serves the API on a port; `parts` closes it. `drainMs`: how long it keeps answering after the end was requested. */
export async function startApi(
  services: Services,
  parts: AsyncDisposableStack,
  worker: Probes['worker'] = () => undefined,
  drainMs = 0,
): Promise<Api> {
  const { config, db, reads, log, metrics, deps, capabilities } = services
  await checkLedger(services, parts)
  const holding = listByTwo(deps.tenants)
  await publishOwnPacks(db, deps.packs.own, holding)
  await publishOwnScorecards(db, holding)
  // Published after the scorecards, which packs may name.
  await publishPacksFolder(services)
  const authenticate = createAuthenticator(readIssuers(config), {
    findKey: createKeyFinder({ db, reads }),
    findSession: createSessionFinder(deps, new Set([deps.pagesUrl, config.PUBLIC_BASE_URL])),
    hash: createNameHash(deps.sealer),
    explains: config.SANDBOX,
  })
  parts.defer(() => authenticate.close())
  showKeySets(metrics, () => authenticate.keySets())
  if (await canRewriteAudit(db))
    log.warn({}, 'the role of DATABASE_URL can change audit rows: give it an owner beside it')
  if (isImpliedUnsaid(config))
    log.warn({}, 'credentials without scopes may read and write: set JWT_SCOPES or ISSUERS_FILE')
  const usual = { perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST }
  const rate = (tenant: string) => deps.tenants.find(tenant)?.rate ?? usual
  const headers = transportHeaders(config.PUBLIC_BASE_URL)
  let isStopping = false
  const probes = {
    ...createProbes(services, worker),
    issuers: () => authenticate.hasKeys(),
    stopping: () => isStopping,
  }
  const admitTenant = createTenantGate({
    kind: config.TENANT_REGISTRY,
    find: (tenant) => deps.tenants.find(tenant),
    sandbox: config.SANDBOX,
  })
  const signIn = signInRoutes({
    ...deps,
    authenticate,
    admitTenant,
    linksFolder: config.CONSOLE_LINKS_FOLDER,
    proxyHops: config.PROXY_HOPS,
  })
  const app = createApp({
    // Mounted before the console, which takes every other address below its own.
    routes: [...signIn, ...createRoutes(deps, capabilities, probes, config)],
    authenticate,
    admitTenant,
    audit: auditsShown(db, deps.tenants),
    rateLimit: createRateLimit(leaseFrom(db, rate), rate, log),
    log,
    metrics,
    headers,
    proxyHops: config.PROXY_HOPS,
  })
  const server = createHttpServer(app, { log, metrics }, headers)
  server.keepAliveTimeout = config.KEEP_ALIVE_SECONDS * 1_000
  // Tells a load balancer that still uses the connection to open its next one to another process.
  server.prependListener('request', (_, res) => closeWhenEnding(res, () => isStopping))
  const port = await listen(server, config.HOST, config.PORT)
  parts.defer(async () => {
    // Load balancers learn by `/readyz` that the process is ending; requests that arrive until then are answered.
    isStopping = true
    deps.waiter.end(drainMs)
    if (drainMs > 0) log.info({ drainMs }, 'API is ending')
    await sleep(drainMs)
    await close(server)
  })
  log.info({ port }, 'API is up')
  return { url: `http://${config.HOST}:${port}` }
}

/** The tenants whose new versions need two people. */
const listByTwo = (tenants: Tenants): string[] =>
  tenants.names().filter((name) => tenants.of(name).packs.publishing === 'two-people')

/** Publishes the deployment’s packs besides those of the service. */
async function publishPacksFolder({ config, db, deps }: Services): Promise<void> {
  const folder = config.PACKS_FOLDER
  if (folder === undefined || resolve(folder) === ownFolder) return
  const taken = deps.packs.own.map(({ name }) => name)
  await publishFolder(db, folder, deps.packs, { taken, holding: listByTwo(deps.tenants) })
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Safe because a server that listens on TCP has an address and a port.
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Stops accepting requests; those in progress have 5 s. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const force = setTimeout(() => server.closeAllConnections(), 5_000)
  await closed
  clearTimeout(force)
}

if (import.meta.main) {
  await runAsProcess(async (config, parts) => {
    const services = await openServices(config, 'atesta-api', parts)
    await startMetrics(services, parts, { hasApi: true })
    await startApi(services, parts, undefined, config.DRAIN_SECONDS * 1_000)
  })
}
