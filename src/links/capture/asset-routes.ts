// Serves the files of the browser build under names that contain their content hash, so that browsers may cache them
// for ever.
import { z } from 'zod'
import { isCodingTaken } from '#src/platform/http/compressed.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { loadAssets } from './assets.ts'

const responses = {
  200: { description: 'The file', body: z.instanceof(Uint8Array), mediaType: 'text/javascript' },
} as const

const base = {
  method: 'get',
  summary: 'A file of the hosted page',
  tag: 'Verification links',
  auth: 'none',
  hidden: true,
  responses,
  problems: ['not-found'],
} as const

const name = z.string().max(200)
const file = defineRoute({
  ...base,
  paths: ['/assets/{name}'],
  operationId: 'readAsset',
  request: { param: z.object({ name }) },
})
const inFolder = defineRoute({
  ...base,
  paths: ['/assets/{folder}/{name}'],
  operationId: 'readAssetOfFolder',
  request: { param: z.object({ folder: name, name }) },
})

export const assetRoutes = (): Mounted[] => [
  mount(file, async ({ request, c }) => send(request.param.name, c.req.header('accept-encoding'))),
  mount(inFolder, async ({ request, c }) => {
    const { folder, name: inner } = request.param
    return send(`${folder}/${inner}`, c.req.header('accept-encoding'))
  }),
]

/** A worker gets the policy of its own script, which allows no more than the camera page. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self' blob: data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function send(path: string, encodings: string | undefined) {
  const asset = loadAssets().read(path)
  if (!asset) return refuse('not-found')
  const { bytes, gzip, mediaType } = asset
  const headers = {
    'content-type': mediaType,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Encoding',
  }
  return gzip && isCodingTaken(encodings, 'gzip')
    ? reply(200, gzip, { ...headers, 'content-encoding': 'gzip' })
    : reply(200, bytes, headers)
}
