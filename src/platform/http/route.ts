// A route object is the whole contract of one operation: the validators, the handler's type and the OpenAPI operation
// are derived from it, so the three cannot drift apart.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ErrorCode } from '#src/platform/errors.ts'
import type { AuditAction } from '#src/platform/audit-actions-schema.ts'
import type { Scope } from './auth/scopes-schema.ts'
import type { AnyAnswer, Refusal, Reply } from './reply.ts'

/** Who asks, as the verified credential says. */
export type Principal = {
  tenant: string
  mode: 'sandbox' | 'live'
  scopes: ReadonlySet<string>
  /** Those of them that the credential has without naming them. */
  implied?: ReadonlySet<string>
  /** The credential's own name, where it is an id. */
  subject?: string
  /** How it is named in audit rows and logs: a keyed hash of its subject, or the id of an API key. */
  actor?: string
  /** The same, of somebody who signed in: of two people each is one. */
  person?: string
  /** A keyed hash of the program that asks. */
  client: string
  /** The name of its issuer in the configuration. */
  issuer?: string
  /** Of the operator, for a tenant that is not the issuer's own. */
  operates?: true
  /** The id of an API key. */
  keyId?: string
}

/** A callback brings a signature, a link its own token, an open page nothing, all else a JWT. */
type Auth = 'bearer' | 'signature' | 'link' | 'none'

export type Parts = {
  param?: z.ZodObject
  query?: z.ZodObject
  /** Keys in lower case. */
  header?: z.ZodObject
  json?: z.ZodType
  form?: z.ZodObject
  /** Comes as text, JSON or one of `mediaTypes`; the handler parses it, so that it knows where each fault stands. */
  document?: z.ZodType
}

/** What a route declares for one status; the media type is `application/json` unless named. */
type Declared = {
  description: string
  body?: z.ZodType
  mediaType?: string
  /** Headers of this answer alone, with what they say. */
  headers?: Readonly<Record<string, string>>
  /** What follows from it, by the name of the link. */
  links?: Record<string, RouteLink>
}

/** An operation, with the expressions that give its path parameters. */
export type RouteLink = {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly description: string
}

export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The first path is the documented one; the others answer alike. Parameters as `{name}`. */
  paths: readonly [string, ...string[]]
  operationId: string
  summary: string
  description?: string
  tag: string
  auth?: Auth
  /** The scope that the credential must have; without it that of reading (GET) or of writing. */
  scope?: Scope
  /** Another that opens it as well. */
  orScope?: Scope
  /** Scopes by which its answer differs: under one Idempotency-Key another set of them is another request. */
  answersBy?: readonly Scope[]
  /** What an audit row says of each answer that shows something, written before it is sent. */
  audits?: AuditAction
  /** The mode of the credentials for which it exists; for others it answers 404. */
  mode?: Principal['mode']
  /** Without it 1 MiB (`json`) where JSON, a form or a document is declared, else 16 KiB (`small`). */
  bodyLimit?: BodyLimit
  /** A form of a page: where a browser is led that is refused with such a code, since a person cannot read a problem. */
  leadsBack?: (code: ErrorCode, path: string) => string | undefined
  /** Further media types under which the JSON body may come. */
  mediaTypes?: readonly string[]
  request: Parts
  responses: Record<number, Declared>
  /** The refusals of this operation; those that follow from its parts are added (`declared.ts`). */
  problems: readonly ErrorCode[]
  /** Pages of other sites may ask too: it changes nothing, and reads nothing that a browser brings by itself. */
  fromAnySite?: true
  /** Left out of the OpenAPI document: pages and files. */
  hidden?: boolean
}

export type DocumentText = { readonly text: string; readonly mediaType: string }

/** What `call.request` holds. Where both bodies are declared, a request brings one of them. */
type Validated<P extends Parts> = {
  [K in keyof P]: K extends 'document'
    ? DocumentText
    : P[K] extends z.ZodType
      ? z.output<P[K]> | (K extends 'json' | 'form' ? OtherBody<P> : never)
      : never
}
type OtherBody<P> = 'json' | 'form' extends keyof P ? undefined : never

type PrincipalOf<R extends Route> = R extends { auth: 'signature' | 'link' | 'none' }
  ? undefined
  : Principal

/** One request that has passed all checks of its route. */
type Call<P extends Parts = Parts, Who = Principal> = {
  request: Validated<P>
  principal: Who
  requestId: string
  c: Context
  /** The body as it came, where the route takes one or the method is POST or PUT. */
  rawBody?: Uint8Array
  /** The same without the delimiters of a form, which programs choose anew each time; any other body is one part. */
  bodyParts?: readonly Uint8Array[]
  /** The value of `Idempotency-Key`, without its quotes. */
  idempotencyKey?: string
}

export type CallOf<R extends Route> = Call<R['request'], PrincipalOf<R>>

/** What is known of a request before its body comes. */
export type ArrivingCall<R extends Route> = {
  readonly request: Omit<CallOf<R>['request'], 'json' | 'form' | 'document'>
  readonly c: Context
}

type BodyOf<D extends Declared> = D extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined

/** The declared replies and refusals of a route; nothing else compiles as its answer. */
export type ReplyOf<R extends Route> =
  | {
      [S in keyof R['responses'] & number]: Reply<S, BodyOf<R['responses'][S]>>
    }[keyof R['responses'] & number]
  | Refusal<R['problems'][number]>

export type Handler<R extends Route> = (call: CallOf<R>) => Promise<ReplyOf<R>>

/** Looks at a request before its body is read: an answer of its own ends it there, else the handler gets what was found. */
export type Guard<R extends Route, Found> = (
  call: ArrivingCall<R>,
) => Promise<ReplyOf<R> | Admitted<Found>>

export type Admitted<Found> = { readonly admitted: Found }

/** A route with its handler, the types of the two already checked against each other. */
export type Mounted = {
  route: Route
  /** By the parameters of its path, before anything is read: where it is not, the answer is 404. */
  isThere?: (param: Readonly<Record<string, string>>) => boolean
  guard?: (call: ArrivingCall<Route>) => Promise<AnyAnswer | Admitted<unknown>>
  handler: (call: Call<Parts, Principal | undefined> & Admitted<unknown>) => Promise<AnyAnswer>
}

/** Keeps the literal types of a route: its statuses, its parts, its problems. */
export const defineRoute = <const R extends Route>(route: R): R => route

/** Binds a handler to its route. */
export function mount<R extends Route>(route: R, handler: Handler<R>): Mounted {
  // Safe because the pipeline gives a handler only what its own route has validated.
  return { route, handler: handler as unknown as Mounted['handler'] }
}

/** The same behind a guard: whoever it refuses sends no body. */
export function mountGuarded<R extends Route, Found>(
  route: R,
  guard: Guard<R, Found>,
  handler: (call: CallOf<R> & Admitted<Found>) => Promise<ReplyOf<R>>,
): Mounted {
  return {
    route,
    guard: guard as unknown as NonNullable<Mounted['guard']>,
    handler: handler as unknown as Mounted['handler'],
  }
}

export type BodyLimit = 'small' | 'form' | 'document' | 'json' | 'callback' | 'images'
