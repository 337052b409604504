// How the account of a definition file authenticates itself, and how requests and callbacks are signed.
import { z } from 'zod'

/** A reference to a secret, whose value the account's configuration has. */
export const Secret = z.strictObject({ secret: z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/) })
export type Secret = z.output<typeof Secret>

export const header = z.string().regex(/^[A-Za-z0-9-]{1,60}$/)
export const Url = z.url({ protocol: /^https?$/ })
const encoding = z.enum(['hex', 'base64']).default('hex')

/**
 * Where the answer holds a token (`data.token`), its lifetime if the answer does not say, and the header that carries
 * it.
 */
const tokenForm = {
  tokenField: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/)
    .default('access_token'),
  expiresField: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/)
    .default('expires_in'),
  lifeSeconds: z.int().min(1).max(86_400).default(300),
  header: header.default('authorization'),
  prefix: z.string().max(20).default('Bearer '),
}

const algorithm = z.enum(['RS256', 'PS256', 'ES256', 'EdDSA']).default('RS256')
const claim = z.string().regex(/^[A-Za-z0-9_.:/-]{1,100}$/)

/** A JWT that our private key (PEM) signs. */
const Assertion = z.strictObject({
  key: Secret,
  algorithm,
  keyId: z.string().max(200).exactOptional(),
  /** For `private_key_jwt`; by default `tokenUrl`. */
  audience: z.string().max(500).exactOptional(),
  /** For `jwt-bearer`: only these claims and the time stamps are sent, because some vendors refuse any other. */
  claims: z
    .record(claim, z.union([z.string().max(1_000), z.number(), z.boolean(), Secret]))
    .exactOptional(),
  stamps: z.array(z.enum(['iat', 'exp', 'nbf', 'jti'])).default(['iat', 'exp']),
  lifetimeSeconds: z.int().min(10).max(3_600).default(60),
})
export type Assertion = z.output<typeof Assertion>

export const OAuth2 = z
  .strictObject({
    tokenUrl: Url,
    grant: z.enum(['client_credentials', 'password', 'jwt-bearer']).default('client_credentials'),
    clientAuth: z.enum(['basic', 'post', 'private_key_jwt']).default('basic'),
    /** With `jwt-bearer` only if the vendor wants it besides the assertion. */
    clientId: Secret.exactOptional(),
    clientSecret: Secret.exactOptional(),
    /** Needed for `private_key_jwt` and `jwt-bearer`. */
    assertion: Assertion.exactOptional(),
    username: Secret.exactOptional(),
    password: Secret.exactOptional(),
    scope: z.string().exactOptional(),
    audience: z.string().exactOptional(),
    /** Further parameters that the vendor wants. */
    parameters: z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), z.string()).default({}),
    body: z.enum(['form', 'json']).default('form'),
    ...tokenForm,
  })
  .superRefine((one, context) => {
    for (const message of findOAuth2Faults(one)) context.addIssue({ code: 'custom', message })
  })
export type OAuth2 = z.output<typeof OAuth2>

type Client = {
  readonly grant: string
  readonly clientAuth: string
  readonly clientId?: unknown
  readonly clientSecret?: unknown
  readonly assertion?: Assertion
}

function findOAuth2Faults({
  grant,
  clientAuth,
  clientId,
  clientSecret,
  assertion,
}: Client): string[] {
  if (grant === 'jwt-bearer') {
    const { claims = {}, stamps = [] } = assertion ?? {}
    const twice = stamps.filter((name) => Object.hasOwn(claims, name))
    return [
      ...(assertion?.claims ? [] : ['jwt-bearer needs an assertion with claims']),
      ...(assertion && !stamps.includes('exp') ? ['stamps: an assertion ends: exp'] : []),
      ...twice.map((name) => `claims: ${name} is stamped`),
      ...(clientAuth === 'private_key_jwt' ? ['the assertion is the grant, not the client'] : []),
      ...((clientId === undefined) === (clientSecret === undefined)
        ? []
        : ['clientId and clientSecret, or neither']),
    ]
  }
  const isProved = clientAuth === 'private_key_jwt' ? assertion : clientSecret
  return [
    ...(clientId === undefined ? ['clientId is missing'] : []),
    ...(isProved ? [] : ['private_key_jwt needs an assertion, anything else a clientSecret']),
    ...(assertion?.claims ? ['claims are those of jwt-bearer'] : []),
  ]
}

/** A vendor's own log-in, which exchanges JSON for a token. */
const Login = z.strictObject({
  tokenUrl: Url,
  body: z.record(z.string().min(1).max(60), z.union([z.string().max(1_000), Secret])),
  ...tokenForm,
})
export type Login = z.output<typeof Login>

/** One way of authentication, and secret headers besides it or alone. */
const Proof = z
  .strictObject({
    headers: z.record(header, Secret).exactOptional(),
    basic: z.strictObject({ user: Secret, password: Secret }).exactOptional(),
    bearer: Secret.exactOptional(),
    oauth2: OAuth2.exactOptional(),
    login: Login.exactOptional(),
  })
  .refine(
    ({ headers, ...ways }) =>
      Object.keys(ways).length < 2 && (headers !== undefined || Object.keys(ways).length === 1),
    { error: 'one of basic, bearer, oauth2 and login, and headers beside it or alone' },
  )

export const Auth = z.union([z.literal('none'), Proof])
export type Auth = z.output<typeof Auth>

/** The certificate and its key as PEM texts. */
export const Tls = z.strictObject({
  cert: Secret.exactOptional(),
  key: Secret.exactOptional(),
  ca: Secret.exactOptional(),
})

/** Signs method, path with query, and body, one per line. */
export const Sign = z.strictObject({
  header,
  secret: Secret,
  /** `rsa-sha256`, `ed25519`: the secret is our private key in PEM. */
  algorithm: z.enum(['sha256', 'sha512', 'rsa-sha256', 'ed25519']).default('sha256'),
  encoding,
  /** This header carries the time in seconds, which is then the first signed line. */
  timestamp: z.strictObject({ header }).exactOptional(),
})

/** How the vendor signs a callback. */
export const Signature = z.strictObject({
  header,
  secret: Secret,
  /** How the body is signed; `equal`: the header is the secret itself. */
  algorithm: z.enum(['sha256', 'sha512', 'equal', 'rsa-sha256', 'ed25519']).default('sha256'),
  encoding,
  prefix: z.string().max(20).default(''),
  /** The time in this header (seconds), a point and the body are signed; an old callback is refused. */
  timestamp: z
    .strictObject({ header, toleranceSeconds: z.int().min(1).max(3_600).default(300) })
    .exactOptional(),
})
