// The HTTP server around the app. Malformed requests, which cannot reach the app, are answered and logged like all
// others.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { Problem } from '#src/platform/errors.ts'
import { findProbe, originForm } from './request/head.ts'
import { readRequestId } from './request/headers.ts'
import { type AccessLog, logAccess } from './access-log.ts'
import { problemResponse } from './response.ts'
import { createWireServer } from './wire.ts'

/** Creates a server that does not listen yet; `headers` are set on its own refusals. */
export function createHttpServer(
  app: Pick<Hono, 'fetch'>,
  accessLog: AccessLog,
  headers: Readonly<Record<string, string>> = {},
): Server {
  const refuse = (problem: Problem, isRecorded = false) => {
    const requestId = readRequestId(undefined)
    if (!isRecorded)
      logAccess(accessLog, { method: 'unknown', requestId, startedAt: performance.now(), problem })
    return problemResponse(problem, requestId, { 'request-id': requestId, ...headers })
  }
  const answer = getRequestListener(app.fetch, {
    errorHandler: (error) => refuse(toProblem(error)),
  })
  return createWireServer((req, res) => {
    prepare(req, res)
    void answer(req, res)
  }, refuse)
}

/** Normalises the request, so that the listener builds its URL from path and query alone. */
function prepare(req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '' } = req
  if (method === 'OPTIONS' && findProbe(req)) {
    req.url = findProbe(req) === 'readiness' ? '/readyz' : '/livez'
    req.method = 'HEAD'
    res.setHeader('allow', 'GET, HEAD, OPTIONS')
    res.setHeader('content-length', '0')
  } else req.url = isRewritten(originForm(url) ?? url) ? '/not-as-routed' : (originForm(url) ?? url)
  // Safe because no URL is built from the host, and its validity was checked before.
  req.headers.host = 'localhost'
}

/**
 * Whether the URL parser would change the path (WHATWG URL, 4.4: dot segments, backslashes). A proxy that does not
 * change it would have checked another path than the one served.
 */
function isRewritten(target: string): boolean {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return path.includes('\\') || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)
}

/** The message of the error is not used, because it quotes the request. */
function toProblem(error: unknown): Problem {
  if (error instanceof RequestError) {
    const detail = 'The Host header or the address of the request cannot be used.'
    return new Problem('invalid-request', { detail, reason: 'host-or-address' })
  }
  const problem = new Problem('internal')
  problem.cause = error
  return problem
}
