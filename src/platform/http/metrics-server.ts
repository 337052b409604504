import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Problem } from '#src/platform/errors.ts'
import type { Readiness } from './health/readiness.ts'
import { findProbe, pathOf } from './request/head.ts'
import { readRequestId } from './request/headers.ts'
import { problemResponse } from './response.ts'
import { createWireServer } from './wire.ts'

/**
 * The interval of the measurements of the event loop’s delay. It is included in the metric, so an idle process shows
 * this value.
 */
const lookEveryMs = 100

type Listen = {
  readonly host: string
  readonly port: number
  readonly temporalMetricsUrl?: string | undefined
  /** The readiness probe of a process without an API. */
  readonly ready?: (() => Promise<Readiness>) | undefined
}

/**
 * Serves `/metrics` on a port of its own: the metrics of the process, and those that the Temporal SDK serves on the
 * loopback address. Also serves the probes of a process without an API.
 */
export async function startMetricsServer(
  registry: Registry,
  listen: Listen,
): Promise<{ port: number; close(): Promise<void> }> {
  // With the default of 10 ms, an idle process spends most of its time on these measurements.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lookEveryMs })
  const server = createWireServer((req, res) => {
    void answer(registry, listen, req).then((said) => write(req, res, said))
  }, refuse)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(listen.port, listen.host, resolve)
  })
  return { port: portOf(server), close: async () => close(server) }
}

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

type Said = { readonly status: number; readonly type?: string; readonly text?: string }

/** Every other path is 404. */
async function answer(registry: Registry, listen: Listen, req: IncomingMessage): Promise<Said> {
  const probe = listen.ready && findProbe(req)
  if (listen.ready && probe) {
    const said = probe === 'readiness' ? await listen.ready() : { status: 'alive' }
    const status = said.status === 'unavailable' ? 503 : 200
    return { status, type: 'application/json', text: JSON.stringify(said) }
  }
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (!isRead || pathOf(req.url ?? '') !== '/metrics') return { status: 404 }
  return collect(registry, listen.temporalMetricsUrl).then(
    (text) => ({ status: 200, type: registry.contentType, text }),
    () => ({ status: 500 }),
  )
}

function write(req: IncomingMessage, res: ServerResponse, { status, type, text = '' }: Said): void {
  // For OPTIONS the status alone says what GET also says in its body.
  const body = req.method === 'OPTIONS' ? '' : text
  const length = Buffer.byteLength(body)
  const headers = { ...always, ...(type !== undefined && { 'content-type': type }) }
  res.writeHead(status, { ...headers, 'content-length': length })
  res.end(req.method === 'HEAD' ? undefined : body)
}

const refuse = (problem: Problem): Response => {
  const requestId = readRequestId(undefined)
  return problemResponse(problem, requestId, { 'request-id': requestId })
}

async function collect(registry: Registry, temporalMetricsUrl?: string): Promise<string> {
  const [own, temporal] = await Promise.all([registry.metrics(), fetchText(temporalMetricsUrl)])
  return own.endsWith('\n') ? own + temporal : `${own}\n${temporal}`
}

/** Empty while the worker’s runtime is not running, so that our own metrics do not depend on it. */
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
