import { describeWebhooks, type SentRequest, tagsOfSent } from './webhooks.ts'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { type ErrorCode, errors } from '#src/platform/errors.ts'
import { scopeOf } from '../auth/scopes.ts'
import { declaredProblems } from '../declared-problems.ts'
import { suitGenerators } from './generators.ts'
import { describeHeaders, headersOf, sharedHeaders } from './headers.ts'
import { problemResponses, sharedProblem } from './problems.ts'
import type { Route } from '../route.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

export type DocumentInfo = {
  /** Markdown: what a reader needs before the operations. */
  description?: string
  tags?: { name: string; description: string }[]
  /** Longer texts, each a page below `/docs/guide`. */
  guide?: readonly GuidePage[]
  /** The requests that the service sends to clients' addresses. */
  sent?: readonly SentRequest[]
}

/** `text` is Markdown of our own; `name` is the last part of the page’s path. */
export type GuidePage = { readonly name: string; readonly title: string; readonly text: string }

/** The OpenAPI document, made from the routes that the app serves; hidden ones are left out. */
export function openApiDocument(
  routes: readonly Route[],
  { description, tags, sent }: DocumentInfo = {},
): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  const shown = routes.filter(({ hidden }) => !hidden)
  const known = new Set(shown.map(({ operationId }) => operationId))
  for (const route of shown) {
    const [path] = route.paths
    paths[path] = { ...paths[path], [route.method]: operation(route, known) }
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: { title: 'Atesta', version: '1', ...(description !== undefined && { description }) },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    ...(tags && { tags: [...tags, ...tagsOfSent(sent ?? [])] }),
    paths,
    ...(sent && { webhooks: describeWebhooks(sent) }),
    components: {
      headers: sharedHeaders,
      schemas: { Problem: sharedProblem },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'A token of an issuer that the service trusts, or an API key (`ak_…`). Each operation names the scope that it needs.',
        },
      },
    },
  })
  suitGenerators(document)
  return document
}

function operation(route: Route, known: ReadonlySet<string>): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag } = route
  const scope = scopeOf(route)
  const { param, query } = route.request
  const isBearer = (route.auth ?? 'bearer') === 'bearer'
  const header = headerParams(route, isBearer)
  const body = requestBody(route)
  const open = [scope, route.orScope].filter((one) => one !== undefined)
  const named: readonly string[][] = open.length > 0 ? open.map((one) => [one]) : [[]]
  const scoped = scope && `Needs the scope ${open.map((one) => `\`${one}\``).join(' or ')}.`
  const others = route.paths.slice(1).map((path) => `\`${path}\``)
  const also = others.length > 0 && `Also at ${others.join(', ')}.`
  const prose = [description, also, scoped].filter(Boolean).join('\n\n')
  return {
    operationId,
    summary,
    ...(prose && { description: prose }),
    tags: [tag],
    security: isBearer ? named.map((scopes) => ({ bearer: scopes })) : [],
    requestParams: {
      ...(param && { path: param }),
      ...(query && { query }),
      ...(header && { header }),
    },
    ...(body && { requestBody: body }),
    responses: responses(route, isBearer, known),
  }
}

const IdempotencyKey = z.string().regex(/^[!#-~][!-~]{0,254}$/).optional().meta({
  description:
    'Makes the request safe to repeat: with the same key the first answer comes again, with `Idempotent-Replayed: true`. Kept for at least 24 hours.',
}) // prettier-ignore

function headerParams(route: Route, isBearer: boolean): z.ZodObject | undefined {
  const { header } = route.request
  if (route.method !== 'post' || !isBearer) return header
  return z.object({ ...header?.shape, 'Idempotency-Key': IdempotencyKey })
}

function requestBody({ request: { json, form, document }, mediaTypes = [] }: Route) {
  const schema = json ?? document
  if (!schema && !form) return undefined
  // Other JSON media types are described in words, because generated clients choose the type of a body only by its
  // schema.
  const aliases = mediaTypes.filter((type) => type.endsWith('+json'))
  const types = schema
    ? ['application/json', ...mediaTypes.filter((type) => !aliases.includes(type))]
    : []
  const content = Object.fromEntries(types.map((type) => [type, { schema }]))
  return {
    ...(aliases.length > 0 && { description: `Taken as \`${aliases.join('`, `')}\` too.` }),
    required: !schema?.safeParse(undefined).success,
    content: { ...content, ...(form && { 'multipart/form-data': { schema: form } }) },
  } as NonNullable<ZodOpenApiOperationObject['requestBody']>
}

/** Declared replies and problems by status; a status can have both, in two media types. */
function responses(
  route: Route,
  isBearer: boolean,
  known: ReadonlySet<string>,
): ZodOpenApiOperationObject['responses'] {
  const byStatus: Record<string, ZodOpenApiResponseObject> = {}
  const replayed = route.method === 'post' && isBearer
  for (const [status, declared] of Object.entries(route.responses)) {
    const { description, body, mediaType, headers = {}, links = {} } = declared
    const led = Object.entries(links).filter(([, { operationId }]) => known.has(operationId))
    byStatus[status] = {
      description,
      headers: {
        ...headersOf(Number(status), { isBearer, replayed }),
        ...describeHeaders(headers),
      },
      ...(body && { content: { [mediaType ?? 'application/json']: { schema: body } } }),
      ...(led.length > 0 && { links: Object.fromEntries(led) }),
    }
  }
  for (const [status, codes] of Object.entries(groupByStatus(declaredProblems(route)))) {
    const problem = problemResponses(codes)
    const declared = byStatus[status]
    byStatus[status] = {
      description: declared?.description ?? problem.description,
      headers: headersOf(Number(status), { isBearer, replayed }),
      content: { ...declared?.content, ...problem.content },
      'x-codes': problem['x-codes'],
      ...(declared?.links && { links: declared.links }),
    }
  }
  return byStatus
}

function groupByStatus(codes: Set<ErrorCode>): Record<string, ErrorCode[]> {
  const groups: Record<string, ErrorCode[]> = {}
  for (const code of codes) (groups[errors[code].status] ??= []).push(code)
  return groups
}
