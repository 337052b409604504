// The HTTP server around the app. Requests that cannot reach the app are answered and logged like every other.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { Problem } from '#src/platform/errors.ts'
import { findProbe, originForm } from './request/head.ts'
import { readRequestId } from './request/headers.ts'
import { type AccessLog, logAccess } from './access-log.ts'
import { problemResponse } from './response.ts'
import { createWireServer } from './wire.ts'

/** A server that does not listen yet; `headers` are on what it refuses by itself. */
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

/** So that the listener makes the same address of every request: by its path and query alone. */
function prepare(req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '' } = req
  if (method === 'OPTIONS' && findProbe(req)) {
    req.url = findProbe(req) === 'readiness' ? '/readyz' : '/livez'
    req.method = 'HEAD'
    res.setHeader('allow', 'GET, HEAD, OPTIONS')
    res.setHeader('content-length', '0')
  } else req.url = originForm(url) ?? url
  // Nothing is built from it, and what a host may be is decided already.
  req.headers.host = 'localhost'
}

/** The message of the error quotes what was sent. */
function toProblem(error: unknown): Problem {
  if (error instanceof RequestError) {
    const detail = 'The Host header or the address of the request cannot be used.'
    return new Problem('invalid-request', { detail, reason: 'host-or-address' })
  }
  const problem = new Problem('internal')
  problem.cause = error
  return problem
}
