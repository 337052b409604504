import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Readiness } from './health/readiness.ts'

type Listen = {
  readonly host: string
  readonly port: number
  readonly temporalMetricsUrl?: string | undefined
  /** Of a process without an API. */
  readonly ready?: (() => Promise<Readiness>) | undefined
}

/**
 * Serves `/metrics` on a port of its own: with what the process takes, and what the Temporal SDK shows on its loopback
 * address. Beside it the probes of a process that has no API.
 */
export async function startMetricsServer(
  registry: Registry,
  listen: Listen,
): Promise<{ port: number; close(): Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((req, res) => {
    if (listen.ready && isProbe(req)) return void answerProbe(req, res, listen.ready)
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    collect(registry, listen.temporalMetricsUrl).then(
      (text) => res.writeHead(200, { ...always, 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(listen.port, listen.host, resolve)
  })
  return { port: portOf(server), close: async () => close(server) }
}

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const isProbe = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && ['/livez', '/healthz', '/readyz'].includes(url)

async function answerProbe(
  { url }: IncomingMessage,
  res: ServerResponse,
  ready: () => Promise<Readiness>,
): Promise<void> {
  const said = url === '/readyz' ? await ready() : { status: 'alive' }
  const status = said.status === 'unavailable' ? 503 : 200
  res.writeHead(status, { ...always, 'content-type': 'application/json' })
  res.end(JSON.stringify(said))
}

async function collect(registry: Registry, temporalMetricsUrl?: string): Promise<string> {
  const [own, temporal] = await Promise.all([registry.metrics(), fetchText(temporalMetricsUrl)])
  return own.endsWith('\n') ? own + temporal : `${own}\n${temporal}`
}

/** Nothing while the worker's runtime is not there: our own metrics do not depend on it. */
async function fetchText(url: string | undefined): Promise<string> {
  if (url === undefined) return ''
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}
