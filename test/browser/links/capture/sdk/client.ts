// A client with a server of its own, which alone talks to the service: its page stands there as it is, and as each
// bundler has made it of the package.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { freePort } from '#src/main/local/ports.ts'
import type { TestClient } from '#test/workflow/client.ts'

export const packageFolder = resolve(import.meta.dirname, '../../../../../clients/atesta-capture')
const example = join(packageFolder, 'examples/plain')
const port = await freePort()
/** Browsers give a camera to `localhost` without https; the service is 127.0.0.1, which is another site. */
export const clientOrigin = `http://localhost:${port}`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

export type Verification = {
  readonly id: string
  readonly link: string
  readonly state: string
  readonly client: TestClient
}

/** `bundles`: where the bundlers have written. A page says by `?v=` which of the verifications is its own. */
export async function startClient(
  bundles: string,
  verifications: ReadonlyMap<string, Verification>,
): Promise<void> {
  async function answer(req: Request, referer: string): Promise<Response> {
    const { pathname, searchParams } = new URL(req.url)
    const known = verifications.get(new URL(referer).searchParams.get('v') ?? '')
    if (known && pathname === '/verification')
      return Response.json({ link: known.link, state: known.state })
    if (known && pathname === '/challenge') {
      const path = `/v1/transaction/${known.id}/facial-biometrics/challenge`
      const challenge = await known.client.ask<object>('POST', path, 201)
      return Response.json({ ...challenge, transactionId: known.id })
    }
    if (known && pathname === '/liveness') return new Response(await sendFaces(req, known))
    const [, folder = '', name = ''] = /^\/(.*?)\/(.*)$/.exec(normalize(pathname)) ?? []
    const apart = searchParams.has('coop') && { 'cross-origin-opener-policy': 'same-origin' }
    return sendFile(fileOf(folder, name), apart || {})
  }

  function fileOf(folder: string, name: string): string {
    if (folder === 'atesta-capture') return join(packageFolder, 'dist', name)
    if (name === '') return join(example, 'index.html')
    return join(folder === 'plain' ? example : join(bundles, folder), name)
  }

  const server = createServer((req, res) => {
    const body = req.method === 'POST' ? Readable.toWeb(req) : null
    const headers = { 'content-type': req.headers['content-type'] ?? '' }
    const request = { method: req.method, headers, body, duplex: 'half' } as RequestInit
    const asked = new Request(`${clientOrigin}${req.url}`, request)
    void answer(asked, req.headers.referer ?? clientOrigin).then(async (answered) => {
      res.writeHead(answered.status, Object.fromEntries(answered.headers))
      res.end(Buffer.from(await answered.arrayBuffer()))
    })
  })
  await new Promise<void>((ready) => server.listen(port, 'localhost', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
}

async function sendFile(path: string, more: Record<string, string>): Promise<Response> {
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) return new Response(null, { status: 404 })
  const type = types[extname(path)] ?? 'application/octet-stream'
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type, ...more } })
}

async function sendFaces(req: Request, { id, client }: Verification): Promise<string> {
  const form = await req.formData()
  const parts = form.getAll('images').filter((part) => part instanceof File)
  const images = await Promise.all(
    parts.map(async (part) => Buffer.from(await part.arrayBuffer()).toString('base64')),
  )
  const path = `/v1/transaction/${id}/facial-biometrics/liveness`
  const body = { event: form.get('event'), images }
  const result = await client.ask<{ livenessStatus: number }>('POST', path, 201, { body })
  return `livenessStatus ${result.livenessStatus}`
}
