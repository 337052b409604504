// The whole HTTP API on a test’s database, without Temporal: nudges are recorded instead of sent.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilities } from '#src/main/capabilities.ts'
import type { AllDeps, Capability } from '#src/main/capability.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createKeyFinder } from '#src/platform/api-keys/find.ts'
import { createNameHash } from '#src/platform/http/auth/claims.ts'
import { createSignInIssuers } from '#src/platform/sign-in/issuers.ts'
import { createSessionFinder } from '#src/platform/sessions/find.ts'
import { signInRoutes } from '#src/platform/sign-in/routes.ts'
import { createTenantGate } from '#src/platform/tenants/registry/gate.ts'
import { followRegistry } from '#src/platform/tenants/registry/follow.ts'
import { createTenants } from '#src/platform/tenants/tenants.ts'
import { auditsShown } from '#src/platform/audit/audited-reads.ts'
import type { Hono } from 'hono'
import { createApp } from '#src/platform/http/app.ts'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { type IssuerConfig, singleIssuer } from '#src/platform/http/auth/issuers.ts'
import type { Probes } from '#src/platform/http/health/readiness.ts'
import type { RateLimit } from '#src/platform/rate-limit/rate-limit.ts'
import type { Engines } from '#src/biometrics/engines/port.ts'
import { createTurns } from '#src/biometrics/engines/fifo.ts'
import type { SignatureTrust } from '#src/biometrics/signed-files/check.ts'
import { createImages } from '#src/biometrics/images/images.ts'
import type { ObjectStore } from '#src/platform/object-store.ts'
import { createLog } from '#src/platform/log.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import { findUnpriced } from '#src/messaging/requests/volume/priced.ts'
import type { Checking } from '#src/screening/orders/port.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import type { VerificationLinks } from '#src/links/lvs/settings.ts'
import { assembleDeps, type Opened } from '#src/main/deps.ts'
import { readOwnPacks } from '#src/main/own-packs.ts'
import { createRoutes } from '#src/main/routes.ts'
import type { Reaching } from '#src/journey/endpoints/send.ts'
import type { WebhookSettings } from '#src/journey/webhooks/send.ts'
import { createCalls } from '#src/journey/calls/calls.ts'
import { type OwnPack, publishOwnPacks } from '#src/packs/files/own.ts'
import { publishOwnScorecards } from '#src/risk/scorecards/published-scorecards.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'
import { sandboxLookUps } from '#src/vendors/sandbox/look-ups.ts'
import type { SandboxPhone } from '#src/vendors/sandbox/phone.ts'
import type { Nudger } from '#src/journey/temporal/nudge.ts'
import type { Nudged } from '#src/journey/temporal/nudge-target.ts'
import { memoryStore } from '#test/support/biometrics/images.ts'
import { sandboxChecking } from './checking.ts'
import { createLinks } from './messaging/links.ts'
import { silentMessaging } from './messaging/messaging.ts'
import { type Claims, jwtSecret, mintToken } from './token.ts'

export type TestApp = {
  readonly db: Db
  /** The request handler, for a server with real sockets. */
  readonly fetch: Hono['fetch']
  /** Sends a request with a credential of `claims`; a body other than text or bytes is sent as JSON. */
  readonly call: Call
  /** The dependencies of the service’s capabilities, for tests that run tasks themselves. */
  readonly deps: AllDeps
  /** The folder of one-time links that sign in (`test/support/sign-in.ts`). */
  readonly linksFolder: string
  readonly sealer: Sealer
  readonly nudged: Nudged[]
  /** The ids of the backtests that were started. */
  readonly backtests: string[]
  readonly log: string[]
}

/** An answer whose JSON is untyped, because the test’s expectations state its shape. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { json(): Promise<any> } & Response

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

export type CallOptions = {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly claims?: Claims
}

export type AppOptions = {
  readonly rateLimit?: RateLimit
  /** The accounts, wordings and rate of SMS and WhatsApp; without it there are no accounts. */
  readonly messaging?: Messaging
  /** The sources of checks of persons and companies; without it only the sandbox’s. */
  readonly checking?: Checking
  /** Delivers replies to sandbox messages; without it replies are accepted and have no effect. */
  readonly phone?: SandboxPhone
  /** How long a change of the sandbox clock waits for a workflow. */
  readonly clockWaitMs?: number
  readonly links?: VerificationLinks
  /** The store of images; without it one in memory. */
  readonly store?: ObjectStore
  /** The engines for engine tasks that a test runs; without it there are none. */
  readonly engines?: Engines
  /** How long a request waits for the engines. */
  readonly engineWaitMs?: number
  /** The trusted signers of signed files; without it there are none. */
  readonly signedFiles?: SignatureTrust
  /** Is notified of commits; without it notifications are recorded. */
  readonly nudger?: Nudger
  /** The hosts that webhooks may reach, and the time limit of a try. */
  readonly webhooks?: WebhookSettings
  /** What endpoints may reach; without it nothing private. */
  readonly endpoints?: Reaching['endpoints']
  /** The level of the lines in `log`. */
  readonly logLevel?: 'trace' | 'silent'
  /** `database`: only tenants of `/v1/tenants` exist; without it any that a credential names. */
  readonly registry?: 'database' | 'open'
  /** Whether one-time links sign in to the console; true without it. */
  readonly signsInByLink?: boolean
  /** The accepted token issuers; without it the one of `mintToken`. */
  readonly issuers?: readonly IssuerConfig[]
  /** The connection with the database role that may purge. */
  readonly retention?: Db
  /** Replaces the service’s own capabilities. */
  readonly offered?: readonly Capability[]
}

/** The issuer of `mintToken`, as a deployment without configured issuers has it. */
export const testIssuer = (more: Partial<IssuerConfig> = {}): IssuerConfig => ({
  ...singleIssuer({
    JWT_SECRET: jwtSecret,
    JWT_ISSUER: 'atesta',
    JWT_AUDIENCE: 'atesta',
    JWT_TENANT_CLAIM: 'tenant',
  }),
  ...more,
})

/** The base of the URLs that vendors sign. */
export const publicBaseUrl = 'https://id.example.test'
export const workflowsUrl = 'https://temporal.example.test/namespaces/default/workflows'

const silentPhone: SandboxPhone = { reply: async () => true }

const unlimited: RateLimit = async () => ({
  allowed: true,
  limit: 1,
  remaining: 1,
  resetSeconds: 0,
  retryAfterSeconds: 0,
})

const allUp: Probes = { postgres: async () => true, temporal: async () => true, worker: () => true }

/** The capabilities whose packs are published in a database already: once suffices for all apps on it. */
const published = new WeakMap<Db, ReadonlySet<readonly Capability[]>>()

/** The service’s own packs, parsed once for each list of capabilities; what a test adds to the service’s own changes none. */
const ownPacks = new WeakMap<readonly Capability[], Promise<readonly OwnPack[]>>()

function readOwnPacksOnce(given: readonly Capability[]): Promise<readonly OwnPack[]> {
  const offered = capabilities.every((one) => given.includes(one)) ? capabilities : given
  const read = ownPacks.get(offered) ?? readOwnPacks(offered)
  ownPacks.set(offered, read)
  return read
}

export async function createTestApp(
  db: Db,
  sealer = createSealer(openKeyring(createKeyring())),
  {
    rateLimit = unlimited,
    messaging = silentMessaging(),
    checking = sandboxChecking(),
    phone = silentPhone,
    clockWaitMs = 30_000,
    offered = capabilities,
    store = memoryStore(),
    engineWaitMs = 30_000,
    engines,
    links = createLinks({ name: 'Acme' }),
    signedFiles = { roots: [], intermediates: [], lists: [], issuers: [], ageMaxDays: 30 },
    nudger,
    webhooks = { privateHosts: [], timeoutMs: 1_000 },
    endpoints = { takesLoopback: false },
    logLevel = 'trace',
    issuers = [testIssuer()],
    retention = db,
    registry: registryKind,
    signsInByLink = true,
  }: AppOptions = {},
): Promise<TestApp> {
  const nudged: Nudged[] = []
  const log: string[] = []
  const backtests: string[] = []
  const counting: Nudger = { nudge: (one) => void nudged.push(one), drain: async () => {} }
  const logger = await createLog(logLevel, 'test', { write: (line) => void log.push(line) })
  const metrics = createMetrics()
  const hash = createNameHash(sealer)
  const own = await readOwnPacksOnce(offered)
  if (!published.get(db)?.has(offered)) {
    await publishOwnScorecards(db)
    await publishOwnPacks(db, own)
    published.set(db, new Set(published.get(db)).add(offered))
  }
  const registered = createTenants({ brand: 'Acme' })
  const registry =
    registryKind &&
    (await followRegistry(
      {
        reads: db,
        log: logger,
        apply: (found) => registered.replace({ all: {}, tenants: found }),
        findFault: (tenant, own) =>
          findUnpriced(
            messaging.accounts,
            createTenants({ brand: 'Acme' }, { all: {}, tenants: { [tenant]: own } }),
            [tenant],
          )[0],
      },
      new AsyncDisposableStack(),
    ))
  const tenants = registry ? registered : messaging.tenants
  const opened: Opened = {
    own,
    db,
    reads: db,
    reports: db,
    retention,
    nudger: nudger ?? counting,
    checking,
    sealer,
    log: logger,
    calls: createCalls({ log: logger }),
    lookUps: { sandbox: sandboxLookUps, live: {} },
    messaging,
    metrics,
    phone,
    backtests: { start: async ({ id }) => void backtests.push(id), revive: async () => false },
    images: createImages(sealer, store),
    biometrics: {
      capacity: { max: 40, tenantMax: 24 },
      waitMs: engineWaitMs,
      turns: createTurns(2),
      findNetwork: () => undefined,
      signedFiles: () => signedFiles,
    },
    ...(engines && { engines }),
    tenants,
    ...(registry && { registry }),
    links,
    webhooks,
    endpoints,
    callsBaseUrl: publicBaseUrl,
    publicBaseUrl,
    pagesUrl: publicBaseUrl,
    sessionIssuers: createSignInIssuers(issuers, { pagesUrl: publicBaseUrl, hash }),
    workflowsUrl,
    clockWaitMs: clockWaitMs,
  }
  const deps = assembleDeps(opened, offered)
  const authenticate = createAuthenticator(issuers, {
    findKey: createKeyFinder({ db, reads: db }),
    findSession: createSessionFinder(deps),
    hash,
  })
  const admitTenant = createTenantGate({
    kind: registryKind ?? 'none',
    find: (tenant) => deps.tenants.find(tenant),
  })
  const linksFolder = join(tmpdir(), `links-${randomUUID()}`)
  const signIn = signInRoutes({
    ...deps,
    authenticate,
    admitTenant,
    linksFolder: signsInByLink ? linksFolder : undefined,
    proxyHops: links.proxyHops,
  })
  const app = createApp({
    routes: [...signIn, ...createRoutes(deps, offered, allUp)],
    authenticate,
    admitTenant,
    audit: auditsShown(db, deps.tenants),
    rateLimit,
    proxyHops: links.proxyHops,
    checkReplies: true,
    log: logger,
    metrics,
  })
  return {
    db,
    deps,
    linksFolder,
    fetch: app.fetch,
    backtests,
    sealer,
    nudged,
    log,
    async call(method, path, { body, headers = {}, claims = {} } = {}) {
      const json = body !== undefined
      return app.request(path, {
        method,
        headers: {
          ...(headers['authorization'] === undefined && {
            authorization: `Bearer ${await mintToken(claims)}`,
          }),
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json && { body: toBody(body) }),
      })
    },
  }
}

export function toBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}
