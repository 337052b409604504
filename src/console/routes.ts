// Serves the console: one document for all of its addresses, and the files of its build under hashed names.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isCodingTaken } from '#src/platform/http/compressed.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { policyOf, writeDocument } from './document.ts'
import { loadConsole } from './files.ts'
import { movedRoutes } from './moved.ts'

const base = { method: 'get', tag: 'Console', auth: 'none', hidden: true } as const

/** Only the addresses that the application knows (`app/shell/routes.tsx`), because the sign-in is beside them. */
const documentRoute = defineRoute({
  ...base,
  paths: [
    '/console',
    '/console/transactions',
    '/console/transactions/{id}',
    '/console/reviews',
    '/console/reviews/{id}',
    '/console/packs',
    '/console/packs/{name}',
    '/console/packs/{name}/edit',
    '/console/packs/{name}/runs/{transactionId}',
    '/console/lists',
    '/console/messages',
    '/console/webhooks',
    '/console/endpoints',
    '/console/settings',
    '/console/keys',
    '/console/audit',
    '/console/sandbox',
  ],
  operationId: 'readConsole',
  summary: 'Show the console',
  request: {},
  responses: { 200: { description: 'The document', body: z.string(), mediaType: 'text/html' } },
  problems: [],
})

/** What somebody has typed by hand; programs get the error that all unknown addresses give. */
const lostRoute = defineRoute({
  ...base,
  paths: ['/console/{page}'],
  operationId: 'readLostPage',
  summary: 'Say that the console has no such page',
  request: {
    param: z.object({ page: z.string().max(200) }),
    header: z.object({ accept: z.string() }).partial(),
  },
  responses: { 404: { description: 'The document', body: z.string(), mediaType: 'text/html' } },
  problems: ['no-such-path'],
})

/** The nonce is of this answer alone. */
function showDocument<Status extends 200 | 404>(status: Status) {
  const nonce = randomBytes(16).toString('base64url')
  return reply(status, writeDocument(loadConsole(), nonce), {
    'content-security-policy': policyOf(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
}

const fileRoute = defineRoute({
  ...base,
  paths: ['/console/assets/{name}'],
  operationId: 'readConsoleFile',
  summary: 'A file of the console',
  request: { param: z.object({ name: z.string().max(200) }) },
  responses: {
    200: { description: 'The file', body: z.instanceof(Uint8Array), mediaType: 'text/javascript' },
    304: { description: 'As the caller has it' },
  },
  problems: ['not-found'],
})

function consoleRoutes(): Mounted[] {
  return [
    ...movedRoutes(),
    mount(documentRoute, async () => showDocument(200)),
    mount(lostRoute, async ({ request }) =>
      request.header.accept?.includes('text/html') ? showDocument(404) : refuse('no-such-path'),
    ),
    mount(fileRoute, async ({ request, c }) => {
      const file = loadConsole()?.read(request.param.name)
      if (!file) return refuse('not-found')
      const accepted = c.req.header('accept-encoding')
      const coding = (['br', 'gzip'] as const).find((one) => isCodingTaken(accepted, one))
      const coded = coding === 'br' ? file.brotli : coding === 'gzip' ? file.gzip : undefined
      const etag = `"${file.tag}${coded ? `-${coding}` : ''}"`
      const headers = {
        etag,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
      }
      if (c.req.header('if-none-match') === etag) return reply(304, undefined, headers)
      return reply(200, coded ?? file.bytes, {
        ...headers,
        'content-type': file.mediaType,
        'cross-origin-resource-policy': 'same-origin',
        ...(coded && { 'content-encoding': String(coding) }),
      })
    }),
  ]
}

export const consoleApp = { name: 'console', routes: consoleRoutes }
