// A route object is the whole contract of one operation: the validators, the handler’s type and the OpenAPI operation
// are derived from it, so that the three cannot diverge.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ErrorCode } from '#src/platform/errors.ts'
import type { AuditAction } from '#src/platform/audit-actions-schema.ts'
import type { Scope } from './auth/scopes-schema.ts'
import type { AnyAnswer, Refusal, Reply } from './reply.ts'

/** The caller, as the verified credential describes it. */
export type Principal = {
  tenant: string
  mode: 'sandbox' | 'live'
  scopes: ReadonlySet<string>
  /** Scopes that the credential has without naming them. */
  implied?: ReadonlySet<string>
  /** The `sub` of the credential, where it is an id and no personal data. */
  subject?: string
  /** Names the caller in audit rows and logs: a keyed hash of the subject, or the id of an API key. */
  actor?: string
  /** The same for a person who signed in; rules that need two people compare it. */
  person?: string
  /** A keyed hash of the client id of the calling program. */
  client: string
  /** The name of the issuer in the configuration. */
  issuer?: string
  /** Set for the operator who acts for a tenant that is not the issuer’s own. */
  operates?: true
  /** The id of the API key. */
  keyId?: string
  /** The id of the session in the browser. */
  sessionId?: string
}

/**
 * How requests prove who they are: callbacks by a signature, links by their own token, open pages not at all, all
 * others by a JWT, an API key or the cookie of a session.
 */
type Auth = 'bearer' | 'signature' | 'link' | 'none'

export type Parts = {
  param?: z.ZodObject
  query?: z.ZodObject
  /** Names in lower case. */
  header?: z.ZodObject
  json?: z.ZodType
  form?: z.ZodObject
  /** A body as text, JSON or one of `mediaTypes`; the handler parses it, so that faults can name their line. */
  document?: z.ZodType
}

/** The declaration of a route for one status; the media type is `application/json` unless named. */
type Declared = {
  description: string
  body?: z.ZodType
  mediaType?: string
  /** Headers of this answer alone, with their descriptions. */
  headers?: Readonly<Record<string, string>>
  /** OpenAPI links to operations that can follow, by name. */
  links?: Record<string, RouteLink>
}

/** The linked operation, with the runtime expressions for its path parameters. */
export type RouteLink = {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly description: string
}

export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The first path is documented; the others are aliases. Parameters are written `{name}`. */
  paths: readonly [string, ...string[]]
  operationId: string
  summary: string
  description?: string
  tag: string
  auth?: Auth
  /** The scope that the credential must have; by default the one for reading (GET) or for writing. */
  scope?: Scope
  /** For every credential, whatever its scopes. */
  anyScope?: true
  /** An alternative scope that is sufficient too. */
  orScope?: Scope
  /** Scopes that change the answer: they are part of the request’s identity under an Idempotency-Key. */
  answersBy?: readonly Scope[]
  /** The audit action of answers that show personal data; its row is written before the answer is sent. */
  audits?: AuditAction
  /** The operation exists only for credentials of this mode; for others it answers 404. */
  mode?: Principal['mode']
  /** By default 1 MiB (`json`) where JSON, a form or a document is declared, otherwise 16 KiB (`small`). */
  bodyLimit?: BodyLimit
  /**
   * For forms of pages: the path to which a browser is redirected after this error, because people cannot read a
   * problem document.
   */
  leadsBack?: (code: ErrorCode, path: string) => string | undefined
  /** Further media types accepted for the JSON body. */
  mediaTypes?: readonly string[]
  request: Parts
  responses: Record<number, Declared>
  /** The problem codes of this operation; those that follow from its parts are added (`declared-problems.ts`). */
  problems: readonly ErrorCode[]
  /** Pages of other sites may call it: it changes nothing, and uses no cookies. */
  fromAnySite?: true
  /** Left out of the OpenAPI document: pages and files. */
  hidden?: boolean
}

export type DocumentText = { readonly text: string; readonly mediaType: string }

/** The type of `call.request`. Where both bodies are declared, a request has one of them. */
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

/** A request that has passed all checks of its route. */
type Call<P extends Parts = Parts, Who = Principal> = {
  request: Validated<P>
  principal: Who
  requestId: string
  c: Context
  /** The raw body, where the route takes one or the method is POST or PUT. */
  rawBody?: Uint8Array
  /**
   * The raw body without the boundaries of a multipart form, which clients choose at random; any other body is one
   * part.
   */
  bodyParts?: readonly Uint8Array[]
  /** The value of `Idempotency-Key`, without its quotes. */
  idempotencyKey?: string
}

export type CallOf<R extends Route> = Call<R['request'], PrincipalOf<R>>

/** The validated parts of a request before its body is read. */
export type ArrivingCall<R extends Route> = {
  readonly request: Omit<CallOf<R>['request'], 'json' | 'form' | 'document'>
  readonly c: Context
}

type BodyOf<D extends Declared> = D extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined

/** The declared replies and refusals of a route; no other answer compiles. */
export type ReplyOf<R extends Route> =
  | {
      [S in keyof R['responses'] & number]: Reply<S, BodyOf<R['responses'][S]>>
    }[keyof R['responses'] & number]
  | Refusal<R['problems'][number]>

export type Handler<R extends Route> = (call: CallOf<R>) => Promise<ReplyOf<R>>

/**
 * Checks a request before its body is read: it either answers, which ends the request, or hands a result to the
 * handler.
 */
export type Guard<R extends Route, Found> = (
  call: ArrivingCall<R>,
) => Promise<ReplyOf<R> | Admitted<Found>>

export type Admitted<Found> = { readonly admitted: Found }

/** A route with its handler, whose types were checked against each other. */
export type Mounted = {
  route: Route
  /** Whether the page exists for these path parameters; if not, the answer is 404 before anything is read. */
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

/** Binds a handler and a guard to their route: a request that the guard refuses sends no body. */
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

export type BodyLimit = 'small' | 'form' | 'document' | 'json' | 'callback' | 'images' | 'files'
