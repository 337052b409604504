// How an account of a definition file proves itself, and how either side signs.
import { z } from 'zod'

/** By reference: the account in the configuration says what it is. */
export const Secret = z.strictObject({ secret: z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/) })
export type Secret = z.output<typeof Secret>

export const header = z.string().regex(/^[A-Za-z0-9-]{1,60}$/)
export const Url = z.url({ protocol: /^https?$/ })
const encoding = z.enum(['hex', 'base64']).default('hex')

/** Where a token stands in the answer (`data.token`), how long it lives where that is not said, and how it is sent. */
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

export const OAuth2 = z
  .strictObject({
    tokenUrl: Url,
    grant: z.enum(['client_credentials', 'password']).default('client_credentials'),
    clientAuth: z.enum(['basic', 'post', 'private_key_jwt']).default('basic'),
    clientId: Secret,
    clientSecret: Secret.exactOptional(),
    /** Of `private_key_jwt`: signed by a private key in PEM, for `tokenUrl` where no audience is named. */
    assertion: z
      .strictObject({
        key: Secret,
        algorithm: z.enum(['RS256', 'PS256', 'ES256', 'EdDSA']).default('RS256'),
        keyId: z.string().max(200).exactOptional(),
        audience: z.string().max(500).exactOptional(),
      })
      .exactOptional(),
    username: Secret.exactOptional(),
    password: Secret.exactOptional(),
    scope: z.string().exactOptional(),
    audience: z.string().exactOptional(),
    /** Whatever else the vendor wants. */
    parameters: z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), z.string()).default({}),
    body: z.enum(['form', 'json']).default('form'),
    ...tokenForm,
  })
  .refine((one) => (one.clientAuth === 'private_key_jwt' ? one.assertion : one.clientSecret), {
    error: 'private_key_jwt needs an assertion, anything else a clientSecret',
  })
export type OAuth2 = z.output<typeof OAuth2>

/** A log-in of the vendor's own: JSON for a token. */
const Login = z.strictObject({
  tokenUrl: Url,
  body: z.record(z.string().min(1).max(60), z.union([z.string().max(1_000), Secret])),
  ...tokenForm,
})
export type Login = z.output<typeof Login>

export const Auth = z.union([
  z.literal('none'),
  z.strictObject({ headers: z.record(header, Secret) }),
  z.strictObject({ basic: z.strictObject({ user: Secret, password: Secret }) }),
  z.strictObject({ bearer: Secret }),
  z.strictObject({ oauth2: OAuth2 }),
  z.strictObject({ login: Login }),
])

/** PEM texts. */
export const Tls = z.strictObject({
  cert: Secret.exactOptional(),
  key: Secret.exactOptional(),
  ca: Secret.exactOptional(),
})

/** A keyed hash of method, path with query, and body, one a line. */
export const Sign = z.strictObject({
  header,
  secret: Secret,
  /** `rsa-sha256`, `ed25519`: the secret is our private key in PEM. */
  algorithm: z.enum(['sha256', 'sha512', 'rsa-sha256', 'ed25519']).default('sha256'),
  encoding,
  /** The time goes in this header, in seconds, and is the first line of what is signed. */
  timestamp: z.strictObject({ header }).exactOptional(),
})

/** Of the vendor, under a callback. */
export const Signature = z.strictObject({
  header,
  secret: Secret,
  /** Of the body; `equal`: the header is the secret itself. */
  algorithm: z.enum(['sha256', 'sha512', 'equal', 'rsa-sha256', 'ed25519']).default('sha256'),
  encoding,
  prefix: z.string().max(20).default(''),
  /** Signed is the time in this header (seconds), a point and the body; an old one is refused. */
  timestamp: z
    .strictObject({ header, toleranceSeconds: z.int().min(1).max(3_600).default(300) })
    .exactOptional(),
})
