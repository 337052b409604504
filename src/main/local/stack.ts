// The whole stack on one machine (PostgreSQL, Temporal, keys, API and worker), as one value that can be closed.
import { join } from 'node:path'
import { migrate, migrateAs } from '#src/platform/db/migrate.ts'
import { startAll } from '#src/main/all.ts'
import { readConfig } from '#src/main/config/config.ts'
import { keepAddress, linksFolderOf, makeConsoleLink } from './console-link.ts'
import { localCredential, openIssuer } from './credentials.ts'
import { createOnce, lockHome } from './home.ts'
import { checkExternalServer, findExternalServer } from './external-temporal.ts'
import { keepRunning } from './keep-running.ts'
import { choosePort } from './ports.ts'
import { keepRoles, type LocalRole, startPostgres } from './postgres.ts'
import { readSettings, type Settings } from './settings.ts'
import { startTemporal } from './temporal.ts'
import { findTemporal } from './temporal-binary.ts'
import { keepBundle } from './workflow-bundle.ts'
import { existsSync } from 'node:fs'
import { createKeyring } from '#src/platform/seal/keys.ts'

export type Stack = {
  readonly apiUrl: string
  readonly metricsUrl: string
  /** A sentence in place of a URL when the server is not ours. */
  readonly temporalUi: string
  readonly temporalAddress: string
  readonly temporalNamespace: string
  readonly databaseUrl: string
  /** A credential of tenant `demo` with every scope, for the sandbox, valid for 24 hours. */
  readonly token: string
  /** Signs in to the console once; only its address if issuers are configured. */
  readonly consoleUrl: string
  /** Resolves when a server of this start is lost for good. */
  readonly lost: Promise<unknown>
  /** The process of a worker that runs apart. */
  workerPid(): number | undefined
  close(): Promise<void>
}

/**
 * In the sandbox, packs may use the checks that come with the service; in live mode none is asked until the operator
 * configures a port.
 */
const localChecks = `accounts: { opening-protection: { vendor: http, file: atesta/bc-protege.yaml, secrets: { token: none } } }`

const keepChecks = ({ given }: Settings) =>
  (given['CHECKS'] ?? given['CHECKS_FILE']) ? {} : { CHECKS: localChecks }

/** Everything started is registered in `parts` at once, and closed in reverse order. */
type Start = {
  readonly settings: Settings
  readonly parts: AsyncDisposableStack
  readonly signal: AbortSignal | undefined
  readonly onLost: (error: unknown) => void
}

/** Rejects with one readable sentence when something is missing or a port is taken; nothing keeps running then. */
export async function startStack(
  environment: NodeJS.ProcessEnv,
  signal?: AbortSignal,
  /** Runs the worker in a process of its own, which a demonstration can kill. */
  isWorkerApart = false,
): Promise<Stack> {
  const settings = readSettings(environment)
  const lost = Promise.withResolvers<unknown>()
  await using parts = new AsyncDisposableStack()
  const lock = lockHome(settings.home)
  parts.defer(() => lock.release())
  const start: Start = { settings, parts, signal, onLost: lost.resolve }

  const ports = await chooseApiPorts(settings)
  const keys = keepKeys(settings)
  const issuer = await openIssuer(settings.home, settings.given)
  const { database, retention } = await provideDatabase(start)
  signal?.throwIfAborted()
  const temporal = await provideTemporal(start)
  signal?.throwIfAborted()
  signal?.throwIfAborted()

  const config = readConfig({
    PUBLIC_BASE_URL: `http://${settings.host}:${ports.PORT}`,
    // PUBLIC_BASE_URL may be the https URL for phones.
    API_INTERNAL_URL: `http://${settings.host}:${ports.PORT}`,
    JWT_DEFAULT_MODE: 'sandbox',
    JWT_SCOPES: 'implied',
    JWT_PEOPLE: 'true',
    LOOPBACK_ALLOWED: 'true',
    ...keepIssuer(settings, issuer.jwksFile),
    ...keepTenants(settings),
    CONSOLE_LINKS_FOLDER: linksFolderOf(settings.home),
    ...keepImages(settings),
    ...keepChecks(settings),
    WORKFLOW_BUNDLE: settings.given['WORKFLOW_BUNDLE'] ?? (await keepBundle(settings.home)),
    ...keys,
    ...settings.given,
    PORT: String(ports.PORT),
    METRICS_PORT: String(ports.METRICS_PORT),
    DATABASE_URL: database,
    ...(retention !== undefined && { DATABASE_RETENTION_URL: retention }),
    ...(temporal.uiUrl !== undefined && { TEMPORAL_UI_URL: temporal.uiUrl }),
    ...temporal.config,
  })
  const running = await startAll(config, { isWorkerApart })
  parts.defer(() => running.close())
  signal?.throwIfAborted()

  const token = await issuer.sign(localCredential)
  const { home } = settings
  const pagesUrl = config.PAGES_BASE_URL ?? config.PUBLIC_BASE_URL
  keepAddress(home, pagesUrl)
  const isOwnIssuer = config.ISSUERS === undefined && config.ISSUERS_FILE === undefined
  const consoleUrl = isOwnIssuer
    ? await makeConsoleLink({ home, pagesUrl, issuer }, localCredential)
    : `${pagesUrl}/console`
  const owned = parts.move()
  return {
    apiUrl: running.apiUrl,
    metricsUrl: running.metricsUrl,
    temporalUi: temporal.ui,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    databaseUrl: database,
    token,
    consoleUrl,
    lost: lost.promise,
    workerPid: () => running.workerPid(),
    close: () => owned.disposeAsync(),
  }
}

/** A folder of this start, unless the environment configures a store. */
function keepImages({ home, given }: Settings): { IMAGES_FOLDER?: string } {
  if (given['IMAGES_FOLDER'] !== undefined || given['S3_ENDPOINT'] !== undefined) return {}
  return { IMAGES_FOLDER: join(home, 'images') }
}

/** Empty where the environment configures issuers. */
function keepIssuer({ given }: Settings, jwksFile: string): { JWKS_FILE?: string } {
  if (given['ISSUERS'] !== undefined || given['ISSUERS_FILE'] !== undefined) return {}
  return { JWKS_FILE: jwksFile }
}

/** Settings that can be changed, unless the environment says which tenants there are. */
function keepTenants({ given }: Settings): { TENANT_REGISTRY?: string } {
  if (given['TENANTS'] !== undefined || given['TENANTS_FILE'] !== undefined) return {}
  return { TENANT_REGISTRY: 'open' }
}

/** Empty where the environment brings its own keys. */
function keepKeys({ home, given }: Settings): { KEYRING_FILE?: string } {
  if (given['KEYRING'] !== undefined || given['KEYRING_FILE'] !== undefined) return {}
  return { KEYRING_FILE: keepKeyring(home) }
}

async function chooseApiPorts({ ports, host }: Settings) {
  return {
    PORT: await choosePort('PORT', ports.PORT, host),
    METRICS_PORT: await choosePort('METRICS_PORT', ports.METRICS_PORT, '127.0.0.1'),
  }
}

type Addresses = { readonly database: string; readonly retention: string | undefined }

/** The addresses of a migrated database: the given one, or a PostgreSQL that is started here. */
async function provideDatabase({ settings, parts, onLost }: Start): Promise<Addresses> {
  const { databaseUrl: given, databaseOwnerUrl: owner, databaseRetentionUrl } = settings
  if (given !== undefined) {
    await migrateAs({ owner, running: given, retention: databaseRetentionUrl })
    return { database: given, retention: databaseRetentionUrl }
  }
  const port = await choosePort('DATABASE_PORT', settings.ports.DATABASE_PORT, '127.0.0.1')
  const plan = { home: settings.home, port }
  const { url, child } = await startPostgres(plan)
  const restart = async () => (await startPostgres(plan)).child
  const kept = keepRunning('PostgreSQL', child, restart, onLost)
  parts.defer(() => kept.end())
  const roles = keepRoles(settings.home)
  await migrate(url, roles)
  const as = ({ name, password }: LocalRole) => {
    const own = new URL(url)
    own.username = name
    own.password = password
    return own.href
  }
  return { database: as(roles.running), retention: as(roles.retention) }
}

async function provideTemporal({ settings, parts, signal, onLost }: Start) {
  const server = findExternalServer(settings.given)
  if (server) {
    await checkExternalServer(server)
    const { address, namespace } = server
    // API and worker read the same variables or profile themselves, with TLS and keys.
    return {
      address,
      namespace,
      config: {},
      uiUrl: settings.temporalUiUrl,
      ui: settings.temporalUiUrl ?? `(of the server at ${address})`,
    }
  }
  const port = await choosePort('TEMPORAL_PORT', settings.ports.TEMPORAL_PORT, '127.0.0.1')
  const uiPort = await choosePort('TEMPORAL_UI_PORT', settings.ports.TEMPORAL_UI_PORT, '127.0.0.1')
  const binary = await findTemporal(settings.cache, signal)
  const plan = { binary, home: settings.home, port, uiPort }
  const { address, child } = await startTemporal(plan)
  const restart = async () => (await startTemporal(plan)).child
  const kept = keepRunning('Temporal', child, restart, onLost)
  parts.defer(() => kept.end())
  const config = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'default' }
  const uiUrl = `http://127.0.0.1:${uiPort}`
  return { address, namespace: 'default', config, uiUrl, ui: uiUrl }
}

/** Finds the workflows that wait for an operator, or for a vendor with problems. */
const operatorsQuery =
  "WorkflowType = 'transaction' AND ExecutionStatus = 'Running' AND Waiting IN ('operator', 'review', 'undelivered', 'vendor')"

/** Undefined where the UI is not ours and has no known address. */
function operatorsList(temporalUi: string, namespace: string): string | undefined {
  if (!URL.canParse(temporalUi)) return undefined
  const list = `${temporalUi.replace(/\/+$/, '')}/namespaces/${namespace}/workflows`
  return `${list}?query=${encodeURIComponent(operatorsQuery)}`
}

/** The lines that a start prints. The token has a line of its own, and the link to the console works once. */
export function describeStack({
  apiUrl,
  temporalUi,
  temporalNamespace,
  consoleUrl,
  token,
}: Pick<Stack, 'apiUrl' | 'temporalUi' | 'temporalNamespace' | 'consoleUrl' | 'token'>): string[] {
  const list = operatorsList(temporalUi, temporalNamespace)
  return [
    `API ${apiUrl}`,
    `Docs ${apiUrl}/docs`,
    `Sandbox ${apiUrl}/sandbox`,
    `Temporal UI ${temporalUi}`,
    ...(list === undefined ? [] : [`Operators ${list}`]),
    `Console ${consoleUrl}`,
    `Token ${token}`,
  ]
}

/**
 * Returns the path of the key file, which is created once, because stored data can be opened only with it. Throws when it
 * is missing although there are data.
 */
export function keepKeyring(home: string): string {
  const file = join(home, 'keyring.json')
  if (!existsSync(file) && existsSync(join(home, 'postgres')))
    throw new Error(
      `${file} is missing, and the data in ${home} open with it alone: put it back, or move ${home} away.`,
    )
  createOnce(file, `${JSON.stringify(createKeyring(), null, 2)}\n`)
  return file
}
