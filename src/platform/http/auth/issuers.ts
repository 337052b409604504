// The accepted token issuers and what each may assert: the schema of the configuration, and the single issuer of the
// environment variables.
import { z } from 'zod'
import { isLoopback } from '#src/platform/loopback.ts'
import { isScope } from './scopes-schema.ts'

/** The name of a claim, or the path to a nested one: `['realm_access', 'roles']`. */
const Path = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(8)])
export type ClaimPath = z.output<typeof Path>

const Mode = z.enum(['sandbox', 'live'])
const tenant = z.string().regex(/^[\w.-]{1,64}$/, 'letters, digits, _, . and -, at most 64')
const Scope = z.string().refine(isScope, 'a scope of the service, as transactions:read')

/** Over HTTP, an attacker in between could add his own key to the set. */
export const keySetUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || isLoopback(url), {
    error: 'needs https, but for an address of this machine (127.0.0.1, [::1], localhost)',
  })

/** HS256 is missing, because only a secret verifies it, never a key set. */
const Algorithm = z.enum(['RS256', 'PS256', 'ES256', 'EdDSA'])

const Required = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

const SignInConfig = z.strictObject({
  /** The client of this service at the issuer; without a secret it is a public one. */
  clientId: z.string().min(1).max(200),
  clientSecret: z.string().min(1).exactOptional(),
  /** The issuer's name on the sign-in page; by default its `name`. */
  label: z.string().min(1).max(60).exactOptional(),
  /**
   * If the scope makes the issuer give a refresh token, such as `offline_access`, the session is checked with the
   * issuer every ten minutes.
   */
  scope: z
    .string()
    .regex(/^(?:\S+ )*openid(?: \S+)*$/, 'has openid in it')
    .default('openid profile'),
  /** Whether the issuer's user information has claims that the ID token lacks. */
  userinfo: z.boolean().default(false),
  /** Replaces the issuer’s own `required`, which may concern access tokens. */
  required: Required.exactOptional(),
})
export type SignInConfig = z.output<typeof SignInConfig>

const IssuerConfig = z
  .strictObject({
    /** Names the issuer in logs and metrics. */
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens'),
    /** The exact value of the claim `iss`. */
    issuer: z.string().min(1).max(500),
    jwksUrl: keySetUrl.exactOptional(),
    jwksFile: z.string().min(1).exactOptional(),
    /** The shared secret for HS256. */
    secret: z.string().min(32).exactOptional(),
    algorithms: z.array(Algorithm).min(1).default(['RS256', 'PS256', 'ES256', 'EdDSA']),
    /** One of them must be in `aud`; `none` for issuers that write no audience. */
    audience: z.union([z.literal('none'), z.string().min(1), z.array(z.string().min(1)).min(1)]),
    tenants: z.union([z.literal('*'), z.array(tenant).min(1)]),
    modes: z.array(Mode).min(1),
    /** The mode of a token that names none. */
    defaultMode: Mode.exactOptional(),
    claims: z
      .strictObject({
        tenant: Path.default('tenant'),
        mode: Path.default('mode'),
        scopes: z.array(Path).min(1).default(['scope']),
        client: z.array(Path).min(1).default(['azp', 'client_id', 'cid', 'appid']),
      })
      .prefault({}),
    /** Claims that must have these values, such as `token_use: access`. */
    required: Required.default({}),
    /** The prefix of this service’s scopes; scopes without it are ignored. */
    scopePrefix: z.string().default(''),
    /** The issuer’s own role names, with the scopes that each grants. */
    roles: z.record(z.string().min(1), z.array(Scope)).default({}),
    /** Settings by client id, for clients whose tokens carry no such claims. */
    clients: z
      .record(
        z.string().min(1),
        z.strictObject({
          tenant: tenant.exactOptional(),
          mode: Mode.exactOptional(),
          scopes: z.array(Scope).exactOptional(),
        }),
      )
      .default({}),
    scopes: z.enum(['exact', 'implied'], {
      error: 'exact or implied: what a token without scopes may do',
    }),
    /** Whether people sign in with this issuer; only then can its subjects be one of two approving people. */
    people: z.boolean().default(false),
    /** The operator’s own issuer: its tokens may administer tenants, and act for a tenant that they name. */
    operator: z.boolean().default(false),
    /**
     * How people sign in to the console with this issuer (OpenID Connect); without it, only its tokens are accepted.
     */
    signIn: SignInConfig.exactOptional(),
  })
  .refine(({ issuer, signIn }) => !signIn || keySetUrl.safeParse(issuer).success, {
    message: 'to sign in there it must be an https address',
    path: ['issuer'],
  })
  .refine(({ jwksUrl, jwksFile, secret }) => jwksUrl ?? jwksFile ?? secret, {
    message: 'without a key set or secret no token can be checked',
    path: ['jwksUrl'],
  })
  .refine(({ audience, clients }) => audience !== 'none' || Object.keys(clients).length > 0, {
    message: 'without an audience only named clients count: name them',
    path: ['clients'],
  })
export type IssuerConfig = z.output<typeof IssuerConfig>

export const IssuersConfig = z
  .strictObject({ issuers: z.array(IssuerConfig).min(1).max(100) })
  .superRefine(({ issuers }, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['issuers', ...path], message })
    issuers.forEach(({ name, issuer, tenants, clients }, index) => {
      const before = issuers.slice(0, index)
      if (before.some((one) => one.name === name)) add([index, 'name'], 'stands twice')
      if (before.some((one) => one.issuer === issuer)) add([index, 'issuer'], 'stands twice')
      if (tenants === '*' && issuers.length > 1)
        add([index, 'tenants'], 'of several issuers each names its tenants')
      for (const [id, client] of Object.entries(clients)) {
        const { tenant: named = '' } = client
        if (named !== '' && tenants !== '*' && !tenants.includes(named))
          add([index, 'clients', id, 'tenant'], 'is not one of the issuer’s tenants')
      }
    })
  })

/** The properties are environment variables; at least one of the first three is set. */
export type SingleIssuer = {
  JWKS_URL?: string | undefined
  JWKS_FILE?: string | undefined
  JWT_SECRET?: string | undefined
  JWT_ISSUER: string
  JWT_AUDIENCE: string
  JWT_TENANT_CLAIM: string
  JWT_DEFAULT_MODE?: 'sandbox' | 'live' | undefined
  JWT_SCOPES?: 'exact' | 'implied' | undefined
  JWT_PEOPLE?: boolean | undefined
}

/** The issuer of an installation that configures none in a file: tokens may name any tenant and mode. */
export function singleIssuer(config: SingleIssuer): IssuerConfig {
  const { JWKS_URL, JWKS_FILE, JWT_SECRET } = config
  return {
    name: 'single',
    issuer: config.JWT_ISSUER,
    ...(JWKS_URL !== undefined && { jwksUrl: JWKS_URL }),
    ...(JWKS_FILE !== undefined && { jwksFile: JWKS_FILE }),
    ...(JWT_SECRET !== undefined && { secret: JWT_SECRET }),
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    audience: config.JWT_AUDIENCE,
    tenants: '*',
    modes: ['sandbox', 'live'],
    ...(config.JWT_DEFAULT_MODE && { defaultMode: config.JWT_DEFAULT_MODE }),
    claims: {
      tenant: config.JWT_TENANT_CLAIM,
      mode: 'mode',
      scopes: ['scope'],
      client: ['azp', 'client_id', 'cid', 'appid'],
    },
    required: {},
    scopePrefix: '',
    roles: {},
    clients: {},
    scopes: config.JWT_SCOPES ?? 'implied',
    people: config.JWT_PEOPLE ?? false,
    operator: true,
  }
}
