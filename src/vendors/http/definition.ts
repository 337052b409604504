// The definition file of a vendor with a JSON API: its requests, and what its answers mean. Expressions are JSONata.
import { z } from 'zod'

const Expression = z.string().min(1).max(10_000)
const Expressions = z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), Expression)
/** By reference: the account in the configuration says what it is. */
const Secret = z.strictObject({ secret: z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/) })
export type Secret = z.output<typeof Secret>

const header = z.string().regex(/^[A-Za-z0-9-]{1,60}$/)
const Url = z.url({ protocol: /^https?$/ })
const encoding = z.enum(['hex', 'base64']).default('hex')

const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT']),
  /** How the body is written: an object of fields, or of elements. */
  as: z.enum(['json', 'form', 'xml']).default('json'),
  /** `/v1/people/{document}`: each name is a parameter, and its value is encoded. */
  path: z.string().regex(/^\/[^?#\s]*$/, 'begins with a slash, without a query'),
  parameters: Expressions.default({}),
  query: Expressions.default({}),
  headers: Expressions.default({}),
  body: Expression.exactOptional(),
})
export type RequestDefinition = z.output<typeof Request>

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

const Auth = z.union([
  z.literal('none'),
  z.strictObject({ headers: z.record(header, Secret) }),
  z.strictObject({ basic: z.strictObject({ user: Secret, password: Secret }) }),
  z.strictObject({ bearer: Secret }),
  z.strictObject({ oauth2: OAuth2 }),
  z.strictObject({ login: Login }),
])

/** `when` is asked over `{status, body, params, service}`; without it the statuses alone count. */
const Condition = z.strictObject({
  statuses: z.array(z.int().min(100).max(599)).min(1).exactOptional(),
  when: Expression.exactOptional(),
})
export type Condition = z.output<typeof Condition>

const ErrorRule = z.strictObject({
  status: z.int().min(100).max(599).exactOptional(),
  when: Expression.exactOptional(),
  class: z.enum(['invalidInput', 'auth', 'quota', 'rateLimited', 'transient', 'permanent']),
  /** Stands in the timeline: a word of ours, never of the vendor. */
  code: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .exactOptional(),
})
export type ErrorRule = z.output<typeof ErrorRule>

const seconds = z
  .int()
  .min(1)
  .max(7 * 86_400)

const Async = z.union([
  z.strictObject({
    poll: z.strictObject({
      /** The vendor's id, from the first answer. */
      id: Expression,
      /** Sees it as `id`. */
      request: Request,
      done: Expression,
      failed: Expression.exactOptional(),
      everySeconds: seconds.default(5),
      maxSeconds: seconds.default(600),
    }),
  }),
  z.strictObject({
    callback: z.strictObject({
      /** The vendor's id, from the first answer. */
      id: Expression.exactOptional(),
      /** What a callback names the purchase by, over `{body, query}`: our `ids.attempt`, or the vendor's id. */
      attempt: Expression.exactOptional(),
      vendorId: Expression.exactOptional(),
      /** Not true: the vendor says how far it is, and the result is still to come. */
      done: Expression.exactOptional(),
      signature: z.strictObject({
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
      }),
      maxSeconds: seconds.default(86_400),
    }),
  }),
])

const LookUp = z.strictObject({
  /** Names the purchase by `ids.attempt`, which the request carried. */
  request: Request,
  /** The vendor surely has none: it may be bought again. */
  absent: Condition,
  /** It has one, and no result yet. */
  pending: Condition.exactOptional(),
})

export const Definition = z
  .strictObject({
    /** Begins the codes of its failures. */
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    port: z.enum(['person-check', 'company-check', 'card-risk', 'credit']),
    services: z.array(z.string().min(1).max(60)).min(1).exactOptional(),
    /** Of each service what the subject must have: without it nothing is asked, and nothing bought. */
    requires: z
      .record(z.string().min(1).max(60), z.array(z.string().min(1).max(60)).min(1))
      .default({}),
    /** How answers are written. */
    answers: z.enum(['json', 'xml']).default('json'),
    baseUrl: Url,
    auth: Auth.default('none'),
    /** PEM texts. */
    tls: z
      .strictObject({
        cert: Secret.exactOptional(),
        key: Secret.exactOptional(),
        ca: Secret.exactOptional(),
      })
      .exactOptional(),
    /** A keyed hash of method, path with query, and body, one a line. */
    sign: z
      .strictObject({
        header,
        secret: Secret,
        /** `rsa-sha256`, `ed25519`: the secret is our private key in PEM. */
        algorithm: z.enum(['sha256', 'sha512', 'rsa-sha256', 'ed25519']).default('sha256'),
        encoding,
        /** The time goes in this header, in seconds, and is the first line of what is signed. */
        timestamp: z.strictObject({ header }).exactOptional(),
      })
      .exactOptional(),
    request: Request,
    /** Where our idempotency key goes, so that a repeat buys nothing. */
    idempotencyKey: z
      .union([
        z.strictObject({ header }),
        z.strictObject({ field: z.string().regex(/^[A-Za-z0-9_]{1,60}$/) }),
      ])
      .exactOptional(),
    /** How a purchase with an unknown outcome is found out; its answer is read as that of a purchase. */
    lookUp: LookUp.exactOptional(),
    errors: z.array(ErrorRule).default([]),
    noData: Condition.exactOptional(),
    success: Condition.default({ statuses: [200] }),
    /** To the result of the port. */
    map: Expression,
    async: Async.exactOptional(),
    limits: z
      .strictObject({
        maxBytes: z.int().min(1_000).max(10_000_000).default(1_000_000),
        /** Calls a second of one process. */
        perSecond: z.number().positive().max(1_000).exactOptional(),
      })
      .default({ maxBytes: 1_000_000 }),
  })
  .refine((one) => one.request.method !== 'GET' || one.request.body === undefined, {
    path: ['request', 'body'],
    error: 'a GET has no body',
  })
export type Definition = z.output<typeof Definition>

/** Every expression with its position in the file. */
export function listExpressions(definition: Definition): [position: string, text: string][] {
  const found: [string, string][] = []
  const ofRequest = (position: string, request: RequestDefinition) => {
    for (const part of ['parameters', 'query', 'headers'] as const)
      for (const [name, text] of Object.entries(request[part]))
        found.push([`${position}.${part}.${name}`, text])
    add(`${position}.body`, request.body)
  }
  const add = (position: string, text: string | undefined) => {
    if (text !== undefined) found.push([position, text])
  }
  ofRequest('request', definition.request)
  if (definition.lookUp) {
    ofRequest('lookUp.request', definition.lookUp.request)
    add('lookUp.absent.when', definition.lookUp.absent.when)
    add('lookUp.pending.when', definition.lookUp.pending?.when)
  }
  definition.errors.forEach(({ when }, index) => add(`errors.${index}.when`, when))
  add('noData.when', definition.noData?.when)
  add('success.when', definition.success.when)
  add('map', definition.map)
  if (definition.async && 'poll' in definition.async) {
    const { request, id, done, failed } = definition.async.poll
    ofRequest('async.poll.request', request)
    add('async.poll.id', id)
    add('async.poll.done', done)
    add('async.poll.failed', failed)
  }
  if (definition.async && 'callback' in definition.async) {
    const { id, attempt, vendorId, done } = definition.async.callback
    add('async.callback.id', id)
    add('async.callback.attempt', attempt)
    add('async.callback.vendorId', vendorId)
    add('async.callback.done', done)
  }
  return found
}
