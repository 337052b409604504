// The whole configuration of a process, read once from the environment and passed on as a plain object.
import { z } from 'zod'
import { describeUrlFault } from '#src/platform/db/address/address.ts'
import { keySetUrl } from '#src/platform/http/auth/issuers.ts'
import { engineFields } from './engines.ts'
import { findUnknown, readElsewhere } from './unknown.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const positive = z.coerce.number().positive()

/** Trailing slashes are removed, because the appended paths begin with one. */
const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/**
 * The origin at which browsers open pages. Links, cookies and forms begin at the root, so a path prefix that a proxy
 * strips would break them.
 */
const origin = baseUrl.refine(isOrigin, {
  error:
    'must be scheme, host and port alone: pages, cookies and forms stand at the root of a host, so give the service a host name of its own (https://id.example.com) instead of a path',
})

function isOrigin(url: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed || /[?#@]/.test(url)) return false
  return parsed.pathname === '/'
}

/** A PostgreSQL URL as libpq reads it, also with several hosts. */
export const databaseUrl = z.string().check(({ value, issues }) => {
  const message = describeUrlFault(value)
  if (message !== undefined) issues.push({ code: 'custom', message, input: value })
})

type Given<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

const hasSeveral = ({ ISSUERS_FILE, ISSUERS }: Given<'ISSUERS_FILE' | 'ISSUERS'>): boolean =>
  (ISSUERS_FILE ?? ISSUERS) !== undefined

const hasSingle = (one: Given<'JWKS_URL' | 'JWKS_FILE' | 'JWT_SECRET'>): boolean =>
  (one.JWKS_URL ?? one.JWKS_FILE ?? one.JWT_SECRET) !== undefined

export const Config = z
  .object({
    /** The address and port on which the API listens; port 0 lets the system choose. */
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(3000),
    /** The URL under which callers reach the API; only this one is used to build links in messages. */
    PUBLIC_BASE_URL: origin.default('http://127.0.0.1:3000'),
    /** The URL at which the tenants’ own systems answer calls, if it is not PUBLIC_BASE_URL. */
    CALLS_BASE_URL: origin.optional(),
    /** The URL at which staff open the pages, if it is not PUBLIC_BASE_URL: the Temporal UI links there. */
    PAGES_BASE_URL: origin.optional(),
    /** The URL at which our processes reach the API (callbacks of the sandbox), if it is not PUBLIC_BASE_URL. */
    API_INTERNAL_URL: baseUrl.optional(),
    /** The number of our reverse proxies in front of the API: so many last entries of `X-Forwarded-For` are trusted. */
    PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    METRICS_PORT: port.default(9464),
    /** The version and revision of the build, set in the image. */
    ATESTA_VERSION: z.string().default('unreleased'),
    ATESTA_REVISION: z.string().default('unknown'),
    /** How long the API keeps answering after the end was requested, while `/readyz` reports that it is stopping. */
    DRAIN_SECONDS: z.coerce.number().min(0).max(3_600).default(5),
    /** How long an idle connection stays open; longer than at the load balancer, whose default in Envoy is an hour. */
    KEEP_ALIVE_SECONDS: z.coerce.number().min(1).max(86_400).default(75),
    /** The name of the asking company in messages and pages, for tenants without their own. */
    BRAND: z.string().min(1).max(60).default('Atesta'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),

    /** The proxies for outgoing connections, and the hosts that are reached without them. */
    HTTPS_PROXY: z.url({ protocol: /^https?$/ }).optional(),
    HTTP_PROXY: z.url({ protocol: /^https?$/ }).optional(),
    NO_PROXY: z.string().optional(),
    /** Certificate authorities in PEM that are trusted besides the public ones. */
    EGRESS_CA_FILE: z.string().optional(),
    /** The address family of outgoing connections. */
    EGRESS_FAMILY: z
      .enum(['any', '4', '6'])
      .default('any')
      .transform((family) => (family === 'any' ? family : family === '4' ? 4 : 6)),

    DATABASE_URL: databaseUrl,
    /** The URL of the role of retention, which only workers and commands need; its password may be given separately. */
    DATABASE_RETENTION_URL: databaseUrl.optional(),
    DATABASE_RETENTION_PASSWORD: z.string().optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),

    /** When unset, the profile of `@temporalio/envconfig` applies. */
    TEMPORAL_ADDRESS: z.string().optional(),
    TEMPORAL_NAMESPACE: z.string().optional(),
    /** The URL of the Temporal UI for staff, to which the page of a transaction links. */
    TEMPORAL_UI_URL: baseUrl.optional(),
    TEMPORAL_TASK_QUEUE: z.string().default('atesta'),
    /** The pre-built workflow bundle; without it the worker bundles the sources at its start. */
    WORKFLOW_BUNDLE: z.string().optional(),

    /** A key file (created by the local start), or the keys themselves as JSON. Exactly one. */
    KEYRING_FILE: z.string().optional(),
    KEYRING: z.string().optional(),

    /** Several token issuers: a YAML or JSON file, or its text. */
    ISSUERS_FILE: z.string().optional(),
    ISSUERS: z.string().optional(),
    /** One token issuer by variables, in place of the two above. */
    JWKS_URL: keySetUrl.optional(),
    JWKS_FILE: z.string().optional(),
    JWT_SECRET: z.string().min(32).optional(),
    JWT_ISSUER: z.string().default('atesta'),
    JWT_AUDIENCE: z.string().default('atesta'),
    JWT_TENANT_CLAIM: z.string().default('tenant'),
    /** The mode of a credential that names none; when unset, such a credential is refused. */
    JWT_DEFAULT_MODE: z.enum(['sandbox', 'live']).optional(),
    /** The scopes of a credential that names none: no scopes, or those that the contract gives everybody. */
    JWT_SCOPES: z.enum(['exact', 'implied']).optional(),
    /** Whether the subjects of these tokens are people who signed in. */
    JWT_PEOPLE: z.stringbool().default(false),
    /** The folder of one-time links that sign in to the console: the local start. */
    CONSOLE_LINKS_FOLDER: z.string().optional(),

    /** The requests per second and the burst of one tenant, over all API processes. */
    RATE_LIMIT_PER_SECOND: positive.default(500),
    RATE_LIMIT_BURST: positive.default(1000),

    /** The relay for live e-mail, `smtp://user:password@host:587`; when unset, live e-mail fails as `no-provider`. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    EMAIL_FROM: z.string().default('Atesta <no-reply@localhost>'),
    /** The domain of the return path, to which bounces are sent. */
    EMAIL_BOUNCE_DOMAIN: z.string().default('localhost'),

    /** Accounts and wordings of live SMS and WhatsApp: a JSON file, or the JSON itself. At most one. */
    MESSAGING_FILE: z.string().optional(),
    MESSAGING: z.string().optional(),
    /** Accounts of checks, and the tenants’ spending limits: a YAML or JSON file, or its text. At most one. */
    CHECKS_FILE: z.string().optional(),
    CHECKS: z.string().optional(),
    /** The issuers of signed files, and their certificate authorities: a YAML or JSON file, or its text. At most one. */
    SIGNED_FILES_FILE: z.string().optional(),
    SIGNED_FILES: z.string().optional(),
    /** The cost of a sandbox check towards the daily cap, in millionths; nothing is paid. */
    SANDBOX_CHECK_COST_MICROS: z.coerce.number().int().min(0).default(0),

    /** The records of SMS and WhatsApp per second and the burst of one tenant, over all API processes. */
    MESSAGE_RATE_PER_SECOND: positive.default(50),
    MESSAGE_RATE_BURST: positive.default(500),
    /** The e-mail tokens that one credential may request per minute, in each API process. */
    EMAIL_TOKENS_PER_MINUTE: positive.default(600),

    /** A server of postal codes for live insights, with the API of BrasilAPI or ViaCEP; when unset, none is asked. */
    CEP_URL: z.url({ protocol: /^https?$/ }).optional(),
    CEP_API: z.enum(['viacep', 'brasilapi']).default('viacep'),
    /** The tenants’ own settings (name, limits): a JSON file, or the JSON itself. At most one. */
    TENANTS_FILE: z.string().optional(),
    TENANTS: z.string().optional(),
    /** Which tenants exist: any that credentials name, those of the file, or those of `/v1/tenants`. */
    TENANT_REGISTRY: z.enum(['none', 'file', 'database', 'open']).default('none'),

    /** Parts that can be switched off. */
    SANDBOX: z.stringbool().default(true),
    DOCS_PAGE: z.stringbool().default(true),
    SANDBOX_PAGE: z.stringbool().default(true),

    /** A folder of packs (YAML or JSON) that are published at the start for all tenants, beside the service’s own. */
    PACKS_FOLDER: z.string().optional(),

    /** The idle time after which a transaction’s workflow closes. */
    IDLE_CLOSE_SECONDS: positive.default(30),
    /**
     * The number of history events at which a workflow continues as new: a new worker can replay so many, of 40 runs at
     * once, within the 10 s of a workflow task (`npm run bench -- --only cold`).
     */
    HISTORY_MAX: z.coerce.number().int().min(20).default(60),
    /** How long a webhook’s server may take to answer. */
    WEBHOOK_TIMEOUT_SECONDS: z.coerce.number().min(1).max(60).default(15),
    /** Comma-separated `host:port` that webhooks may reach without TLS and at a private address. */
    WEBHOOK_PRIVATE_HOSTS: z
      .string()
      .default('')
      .transform((text) =>
        text
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    /**
     * For local use: whether links may lead back to this machine and be framed by its pages, and webhooks be sent to
     * it.
     */
    LOOPBACK_ALLOWED: z.stringbool().default(false),
    /** How often a worker looks for lost nudges and workflows. */
    SWEEP_SECONDS: positive.default(1),
    /** The hour (UTC) in which retention deletes what the tenants’ settings allow. */
    RETENTION_HOUR: z.coerce.number().int().min(0).max(23).default(6),
    ...engineFields,
    /** The most open submissions of images at the engines, in total and of one tenant. */
    ENGINE_ROOM: z.coerce.number().int().min(1).default(40),
    ENGINE_ROOM_TENANT: z.coerce.number().int().min(1).default(24),

    /** Where images are stored, sealed: a folder, or a bucket of an S3-compatible store. At most one. */
    IMAGES_FOLDER: z.string().optional(),
    /** The URL with the bucket: `https://s3.sa-east-1.amazonaws.com/bucket`. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z.string().default('auto'),
    /** Without these two, AWS’s standard credential chain is used. */
    S3_ACCESS_KEY_ID: z.string().default(''),
    S3_SECRET_ACCESS_KEY: z.string().default(''),
    /** A database of IP locations (MMDB); without it the location of a device is unknown. */
    GEOIP_FILE: z.string().optional(),
  })
  .refine((config) => config.IMAGES_FOLDER === undefined || config.S3_ENDPOINT === undefined, {
    message: 'set IMAGES_FOLDER or S3_ENDPOINT, not both',
    path: ['IMAGES_FOLDER'],
  })
  .refine((config) => (config.S3_ACCESS_KEY_ID === '') === (config.S3_SECRET_ACCESS_KEY === ''), {
    message: 'set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither',
    path: ['S3_ACCESS_KEY_ID'],
  })
  .refine((config) => (config.KEYRING_FILE === undefined) !== (config.KEYRING === undefined), {
    message: 'set exactly one of KEYRING_FILE and KEYRING',
    path: ['KEYRING_FILE'],
  })
  .refine((config) => config.MESSAGING_FILE === undefined || config.MESSAGING === undefined, {
    message: 'set MESSAGING_FILE or MESSAGING, not both',
    path: ['MESSAGING_FILE'],
  })
  .refine((config) => config.CHECKS_FILE === undefined || config.CHECKS === undefined, {
    message: 'set CHECKS_FILE or CHECKS, not both',
    path: ['CHECKS_FILE'],
  })
  .refine((config) => config.SIGNED_FILES_FILE === undefined || config.SIGNED_FILES === undefined, {
    message: 'set SIGNED_FILES_FILE or SIGNED_FILES, not both',
    path: ['SIGNED_FILES_FILE'],
  })
  .refine((config) => config.TENANTS_FILE === undefined || config.TENANTS === undefined, {
    message: 'set TENANTS_FILE or TENANTS, not both',
    path: ['TENANTS_FILE'],
  })
  .refine((config) => config.ISSUERS_FILE === undefined || config.ISSUERS === undefined, {
    message: 'set ISSUERS_FILE or ISSUERS, not both',
    path: ['ISSUERS_FILE'],
  })
  .refine((config) => hasSeveral(config) || hasSingle(config), {
    message:
      'set ISSUERS_FILE, JWKS_URL, JWKS_FILE or JWT_SECRET: without a key no credential can be checked',
    path: ['JWKS_URL'],
  })
  .refine((config) => !hasSeveral(config) || !hasSingle(config), {
    message: 'describe all issuers there, or one by JWKS_URL, JWKS_FILE or JWT_SECRET, not both',
    path: ['ISSUERS_FILE'],
  })
export type Config = z.output<typeof Config>

/** An error names the variable and what is expected, never its value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries({ ...readProxies(environment), ...environment }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const result = Config.safeParse(Object.fromEntries(given))
  if (!result.success) {
    const unknown = describeUnknown(environment).map((line) => `✖ ${line}`)
    throw new Error(['Configuration:', z.prettifyError(result.error), ...unknown].join('\n'))
  }
  return result.data
}

/** Variables that seem meant for us but are not read, as sentences. */
export const describeUnknown = (environment: NodeJS.ProcessEnv): string[] =>
  findUnknown(
    Object.keys(environment).filter((name) => environment[name]),
    [...Object.keys(Config.shape), ...readElsewhere],
  ).map(({ name, nearest }) =>
    nearest === undefined
      ? `${name} is no setting, and nothing reads it`
      : `${name} is no setting, and nothing reads it: did you mean ${nearest}?`,
  )

/** Many systems write these names in lower case. */
const readProxies = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    (['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const).map((name) => [
      name,
      environment[name.toLowerCase()],
    ]),
  )
