import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { type ErrorCode, errors, Problem } from '#src/platform/errors.ts'
import { createCompressed } from '../compressed.ts'
import { type DocumentInfo, type OpenApiDocument, openApiDocument } from './document.ts'
import { docsPage, guidePage, homePage, namingScript, problemPage } from '../pages.ts'
import { reply } from '../reply.ts'
import { defineRoute, mount, type Mounted, type Route } from '../route.ts'

const page = { tag: 'Reference', auth: 'none', hidden: true, problems: [] } as const
const html = 'text/html; charset=utf-8'

const takes = z.object({ 'accept-encoding': z.string(), 'if-none-match': z.string() }).partial()
const unchanged = { description: 'As the caller has it' }

const readDocument = defineRoute({
  ...page,
  method: 'get',
  paths: ['/openapi.json'],
  operationId: 'readDocument',
  summary: 'The OpenAPI document',
  request: { header: takes },
  responses: { 200: { description: 'OpenAPI 3.1', body: z.unknown() }, 304: unchanged },
})

const readDocs = defineRoute({
  ...page,
  method: 'get',
  paths: ['/docs'],
  operationId: 'readDocs',
  summary: 'The reference as a page',
  request: {},
  responses: { 200: { description: 'The page', body: z.string(), mediaType: html } },
})

const readScalar = defineRoute({
  ...page,
  method: 'get',
  paths: ['/docs/scalar/{name}', '/docs/scalar/chunks/{name}'],
  operationId: 'readScalar',
  summary: 'A script of the reference',
  request: { param: z.object({ name: z.string() }), header: takes },
  responses: {
    200: {
      description: 'The script',
      body: z.instanceof(Uint8Array),
      mediaType: 'text/javascript; charset=utf-8',
    },
    304: unchanged,
  },
  problems: ['not-found'],
})

const readNames = defineRoute({
  ...page,
  method: 'get',
  paths: ['/docs/names.js'],
  operationId: 'readNames',
  summary: 'A script that names buttons of the reference',
  request: {},
  responses: {
    200: {
      description: 'The script',
      body: z.string(),
      mediaType: 'text/javascript; charset=utf-8',
    },
  },
})

const readGuide = defineRoute({
  ...page,
  method: 'get',
  paths: ['/docs/guide/{page}'],
  operationId: 'readGuide',
  summary: 'A longer text beside the reference',
  request: { param: z.object({ page: z.string() }) },
  responses: { 200: { description: 'The page', body: z.string(), mediaType: html } },
  problems: ['not-found'],
})

const readProblem = defineRoute({
  ...page,
  method: 'get',
  paths: ['/problems/{code}'],
  operationId: 'readProblem',
  summary: 'What a problem code means',
  request: {
    param: z.object({ code: z.string() }),
    header: z.object({ accept: z.string() }).partial(),
  },
  responses: { 200: { description: 'Prose about the code', body: z.string(), mediaType: html } },
  problems: ['not-found'],
})

const readRoot = defineRoute({
  ...page,
  method: 'get',
  paths: ['/'],
  operationId: 'readRoot',
  summary: 'The pages of the service, for browsers; else the way to the reference',
  request: { header: z.object({ accept: z.string() }).partial() },
  responses: {
    200: { description: 'The pages', body: z.string(), mediaType: html },
    302: { description: 'To `/docs`' },
  },
})

/** `/openapi.json` of the given routes, `/docs` with its guide, and `/problems/<code>`, all without a credential. */
export function referenceRoutes(routes: readonly Route[], info: DocumentInfo = {}): Mounted[] {
  const served = new Set(['/docs', ...routes.flatMap(({ paths }) => paths)])
  let document: OpenApiDocument | undefined
  const make = () => (document ??= openApiDocument(routes, info))
  const text = createCompressed(async () => new TextEncoder().encode(JSON.stringify(make())))
  const scripts = new Map(
    scalarFiles().map((file) => [basename(file), createCompressed(() => readFile(file))]),
  )
  return [
    mount(readRoot, async ({ request }) =>
      request.header.accept?.includes('text/html')
        ? reply(200, homePage(served), { 'content-security-policy': pagePolicy, vary: 'accept' })
        : reply(302, undefined, { location: '/docs', vary: 'accept' }),
    ),
    mount(readDocument, async ({ request: { header } }) => {
      const { body, headers } = await text(header['accept-encoding'])
      if (header['if-none-match'] === headers.etag) return reply(304, undefined, headers)
      return reply(200, body, headers)
    }),
    mount(readDocs, async () => {
      const url = `/docs/scalar/${scalarEntry}?v=${scalarVersion()}`
      const page = docsPage(url, served, listOperations(make()))
      return reply(200, page, { 'content-security-policy': docsPolicy })
    }),
    mount(readScalar, async ({ request: { header, param } }) => {
      const script = scripts.get(param.name)
      if (!script) throw new Problem('not-found')
      const { body, headers } = await script(header['accept-encoding'])
      const all = { ...scalarHeaders, ...headers }
      if (header['if-none-match'] === headers.etag) return reply(304, undefined, all)
      return reply(200, body, all)
    }),
    mount(readNames, async () => reply(200, namingScript)),
    mount(readGuide, async ({ request }) => {
      const { guide = [] } = info
      const shown = guide.find(({ name }) => name === request.param.page)
      if (!shown) throw new Problem('not-found')
      return reply(200, guidePage(shown, guide), { 'content-security-policy': pagePolicy })
    }),
    mount(readProblem, async ({ request }) => {
      const { code } = request.param
      if (!isErrorCode(code)) throw new Problem('not-found')
      if (request.header.accept?.includes('json')) {
        const body = JSON.stringify({ type: `/problems/${code}`, code, ...errors[code] })
        return reply(200, body, { 'content-type': 'application/json', vary: 'accept' })
      }
      const headers = { 'content-security-policy': pagePolicy, vary: 'accept' }
      return reply(200, problemPage(code), headers)
    }),
  ]
}

/** A list of the operations, which the page shows until its script has loaded. */
const listOperations = ({ paths = {} }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { readonly summary?: string }>).map(
      ([method, { summary = '' }]) => ({ method: method.toUpperCase(), path, summary }),
    ),
  )

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/**
 * Scalar, the API reference, adds inline styles at run time, so these are allowed; scripts and requests only from this
 * service.
 */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The address of the entry contains its version, and those of its chunks a hash, so their content never changes. */
const scalarHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

const scalarEntry = 'standalone.esm.js'
const scalarFolder = () => dirname(createRequire(import.meta.url).resolve('@scalar/api-reference'))

/** The entry script, and the chunks that it loads when a page needs them. */
function scalarFiles(): string[] {
  const folder = join(scalarFolder(), 'browser')
  const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.js'))
  return [join(folder, scalarEntry), ...chunks.map((name) => join(folder, 'chunks', name))]
}

function scalarVersion(): string {
  const manifest = readFileSync(join(scalarFolder(), '../package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version
}
