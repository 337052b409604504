// Opens what every process of the service needs in one order, and closes it in the reverse order.
import { Client } from '@temporalio/client'
import { capabilities, withOwnServices } from './capabilities.ts'
import type { Capability } from './capability.ts'
import { assembleDeps, type Opened } from './deps.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { createDatabaseWatch } from '#src/platform/db/watch.ts'
import { createPresence } from '#src/platform/db/presence.ts'
import { openNetworks } from '#src/biometrics/devices/network.ts'
import { createTurns } from '#src/biometrics/engines/fifo.ts'
import { createNameHash } from '#src/platform/http/auth/claims.ts'
import { createSignInIssuers } from '#src/platform/sign-in/issuers.ts'
import { createLog } from '#src/platform/log.ts'
import { standardLines } from '#src/platform/log-lines.ts'
import { createMetrics, showAccounts } from '#src/platform/metrics.ts'
import { showBuild, showLostLines, showPools } from '#src/platform/process-metrics.ts'
import { verificationLinksOf } from '#src/links/lvs/settings.ts'
import { createCalls } from '#src/journey/calls/calls.ts'
import { checkKeyring } from '#src/platform/seal/check.ts'
import { readKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { followRegistry } from '#src/platform/tenants/registry/follow.ts'
import type { TenantsConfig } from '#src/platform/tenants/settings.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { type AgendaSettings, toFirstAgenda } from '#src/journey/agenda/read.ts'
import { createBacktests } from '#src/journey/temporal/backtests.ts'
import { attributesOfNamespace } from '#src/journey/temporal/search-attributes.ts'
import { createNudger } from '#src/journey/temporal/nudge.ts'
import { createOutages } from '#src/journey/temporal/outage.ts'
import { createRuns } from '#src/journey/temporal/runs.ts'
import { countDeath } from '#src/journey/suspects/count.ts'
import type { TaskId } from '#src/journey/suspects/store.ts'
import { createUnderWay } from '#src/journey/suspects/running-tasks.ts'
import { offerOwnServices } from '#src/screening/own-services/register.ts'
import { openChecking } from '#src/main/ports/checking.ts'
import type { Config } from '#src/main/config/config.ts'
import { openPublishedLists } from '#src/main/lists/published-lists.ts'
import { openSignedFiles } from '#src/main/ports/signed-files.ts'
import { readSignedFiles } from '#src/main/config/signed-files.ts'
import { openImages } from '#src/main/ports/images.ts'
import { checkDatabase, checkSchema } from '#src/main/ports/check-database.ts'
import { openEgress } from '#src/main/ports/egress.ts'
import { openEngines } from '#src/main/ports/open-engines.ts'
import { keyHolders } from '#src/main/ports/key-files.ts'
import { openLookUps } from '#src/main/ports/look-ups.ts'
import { openMessaging } from '#src/main/ports/messaging.ts'
import { watchHeap } from '#src/platform/heap.ts'
import { readOwnPacks } from './own-packs.ts'
import { openRetention } from './retention.ts'
import { openTemporal } from '#src/main/ports/temporal.ts'
import { readIssuers } from '#src/main/config/issuers.ts'
import { keepReloading } from '#src/main/config/reload.ts'
import { readTenantsConfig } from '#src/main/config/tenants.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** How long a move of the sandbox clock may take before the caller is asked to repeat it. */
const clockWaitMs = 30_000
/** How long a call waits for the engines. */
const engineWaitMs = 30_000

/** `given` is the service’s own list, except in tests. */
export async function openServices(
  config: Config,
  name: string,
  parts: AsyncDisposableStack,
  given: readonly Capability[] = capabilities,
) {
  openEgress(config, parts)
  const log = await createLog(config.LOG_LEVEL, name)
  const underWay = createUnderWay()
  const metrics = createMetrics()
  const database = openDatabase(config.DATABASE_URL, name, config.DATABASE_POOL)
  parts.defer(() => database.close())
  const presence = createPresence(config.DATABASE_URL, name)
  // Ends after the last call is recorded.
  parts.defer(() => presence.end())
  const { ATESTA_VERSION: version, ATESTA_REVISION: revision } = config
  showBuild(metrics, { process: name, version, revision })
  showPools(metrics, () => database.pools())
  showLostLines(metrics, () => standardLines().lost())
  const { db, reads, reports, probe } = database
  await checkDatabase(config.DATABASE_URL, database)
  await checkSchema(db, log)
  const retention = openRetention(config, db, parts)
  const keyring = readKeyring({ file: config.KEYRING_FILE, json: config.KEYRING })
  await checkKeyring(db, keyring, log, keyHolders)
  const sealer = createSealer(keyring, () => metrics.unsealFailures.inc())
  const published = await openPublishedLists({ db: reports, log }, parts)
  const configured = openChecking({ config, sealer, published }, parts)
  const { checking, own: ownServices } = await offerOwnServices(db, configured, log)
  const offered = withOwnServices(given, ownServices)
  const { TENANT_REGISTRY: kind } = config
  const isInDatabase = kind === 'database' || kind === 'open'
  const readTenants = () => {
    const read = readTenantsConfig({ file: config.TENANTS_FILE, json: config.TENANTS })
    if (isInDatabase && Object.keys(read.tenants).length > 0)
      throw new Error(`TENANTS: with TENANT_REGISTRY=${kind} tenants stand there, and none here`)
    return read
  }
  const naming = { brand: config.BRAND }
  const tenants = createTenants(naming, readTenants())
  const { messaging, phone } = openMessaging({ config, db, sealer, tenants }, parts)
  let registered = readTenants().tenants
  const apply = (next: TenantsConfig) => {
    const replace = messaging.prepare(createTenants(naming, next))
    tenants.replace(next)
    replace()
  }
  const reload = () => {
    const next = readTenants()
    apply(isInDatabase ? { ...next, tenants: registered } : next)
  }
  const files = [config.TENANTS_FILE, config.MESSAGING_FILE]
  keepReloading({ files, reload, log }, parts)
  const registry = isInDatabase
    ? await followRegistry(
        {
          reads,
          log,
          apply(found) {
            apply({ ...readTenants(), tenants: found })
            registered = found
          },
          findFault: (tenant, own) =>
            messaging.findFault(
              createTenants(naming, { ...readTenants(), tenants: { [tenant]: own } }),
              tenant,
            ),
        },
        parts,
      )
    : undefined

  const temporal = openTemporal(config, log, parts)
  const { connection } = temporal
  const client = new Client({ connection, namespace: temporal.namespace })
  const attributes = attributesOfNamespace(connection, temporal.namespace, (missing) => {
    log.warn(
      { missing, namespace: temporal.namespace },
      'the namespace lacks search attributes (Keyword): workflows run without them',
    )
  })
  const settings: AgendaSettings = {
    holdMs: 5_000,
    holdMaxMs: 60_000,
    failuresMax: 5,
    idleMs: config.IDLE_CLOSE_SECONDS * 1_000,
    historyMax: config.HISTORY_MAX,
    lacking: () => attributes.lacking(),
  }
  const outages = createOutages()
  const pagesUrl = config.PAGES_BASE_URL ?? config.PUBLIC_BASE_URL
  const nudger = createNudger({
    client,
    pagesUrl,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    log,
    attributes,
    tell: (left) => toFirstAgenda(settings, left),
    count(outcome) {
      metrics.nudges.inc({ outcome })
      if (outcome !== 'merged') outages.note(outcome === 'sent')
    },
  })
  parts.defer(() => nudger.drain())
  const runs = createRuns({
    client,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    log,
    attributes,
    pagesUrl,
    isGone: (one) => presence.isGone(one),
  })
  // Workers have ended before; the remaining records are nudged, and need the pools.
  const perSecondOf = (account: string) =>
    checking.accounts.all().find(({ id }) => id === account)?.perSecond
  const calls = createCalls({ log, perSecondOf, process: () => presence.current() })
  showAccounts(metrics, calls)
  parts.defer(() => calls.drain())
  const images = openImages({ config, sealer, metrics }, parts)
  const findNetwork = await openNetworks(config.GEOIP_FILE)
  const engines = openEngines(config, parts)
  const opened: Opened = {
    own: await readOwnPacks(offered),
    db,
    reads,
    reports,
    retention,
    nudger,
    checking,
    sealer,
    log,
    calls,
    lookUps: openLookUps(config),
    messaging,
    metrics,
    ...(engines && { engines }),
    phone,
    backtests: createBacktests(client, config.TEMPORAL_TASK_QUEUE),
    images: images.images,
    biometrics: {
      capacity: { max: config.ENGINE_ROOM, tenantMax: config.ENGINE_ROOM_TENANT },
      waitMs: engineWaitMs,
      turns: createTurns(config.ENGINE_SLOTS),
      findNetwork,
      signedFiles: openSignedFiles(readSignedFiles(config), { log, metrics }, parts),
    },
    tenants,
    ...(registry && { registry }),
    links: verificationLinksOf(tenants, config.PROXY_HOPS, config.LOOPBACK_ALLOWED),
    webhooks: {
      timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1_000,
      privateHosts: config.WEBHOOK_PRIVATE_HOSTS,
      takesLoopback: config.LOOPBACK_ALLOWED,
    },
    callsBaseUrl: config.CALLS_BASE_URL ?? config.PUBLIC_BASE_URL,
    endpoints: { takesLoopback: config.LOOPBACK_ALLOWED },
    publicBaseUrl: config.PUBLIC_BASE_URL,
    pagesUrl,
    sessionIssuers: createSignInIssuers(readIssuers(config), {
      pagesUrl,
      hash: createNameHash(sealer),
    }),
    ...(config.TEMPORAL_UI_URL !== undefined && {
      workflowsUrl: `${config.TEMPORAL_UI_URL}/namespaces/${temporal.namespace}/workflows`,
    }),
    clockWaitMs,
  }
  const deps = assembleDeps(opened, offered)
  const countOne = (task: TaskId) => countDeath(deps, { ...task, deaths: 1 })
  watchHeap({ log, underWay, countDeath: countOne }, parts)
  return {
    ...deps,
    deps,
    probe,
    databaseWatch: createDatabaseWatch(database),
    published,
    objects: images.store,
    engines,
    nudger,
    runs,
    attributes,
    settings,
    outages,
    underWay,
    presence,
    capabilities: offered,
    config,
    metrics,
    keyring,
    connection,
    client,
    temporal,
  }
}
