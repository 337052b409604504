// The HTTP server around the app. Requests that cannot reach the app (headers that are too large, no valid host) are
// answered and logged like every other.
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { Problem } from '#src/platform/errors.ts'
import { readRequestId } from './request/request-id.ts'
import { type AccessLog, logAccess } from './access-log.ts'
import { problemResponse } from './response.ts'

/** How long a refused client may still send before its connection is cut. */
const lingerMs = 500

/** A server that does not listen yet; `headers` are on what it refuses by itself. */
export function createHttpServer(
  app: Pick<Hono, 'fetch'>,
  accessLog: AccessLog,
  headers: Readonly<Record<string, string>> = {},
): Server {
  const answer = getRequestListener(app.fetch, {
    errorHandler: (error) => refuse(accessLog, toProblem(error), headers),
  })
  // Without a Host header node would answer by itself, and without a problem document.
  const server = createServer({ requireHostHeader: false })
  const underWay = new WeakMap<object, ServerResponse>()
  const serve: RequestListener = (req, res) => {
    underWay.set(req.socket, res)
    void answer(req, res)
  }
  server.on('request', serve)
  // An expectation that nobody knows is ignored (RFC 9110, 10.1.1 allows it).
  server.on('checkExpectation', serve)

  const refused = new WeakSet<object>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Of a connection that is refused already each further packet is an error again.
    if (refused.has(socket)) return
    refused.add(socket)
    const response = underWay.get(socket)
    const isOpen = response !== undefined && !response.writableFinished
    if (!socket.writable || (isOpen && response.headersSent)) return void socket.destroy(error)
    const problem = new Problem('invalid-request', {
      detail: details[error.code ?? ''] ?? 'The request is not HTTP/1.1 as it should be.',
      reason: error.code ?? 'client-error',
    })
    // A request whose body broke is recorded where it is handled.
    const answered = isOpen ? toResponse(problem, headers) : refuse(accessLog, problem, headers)
    void send(socket, answered)
  })
  return server
}

const details: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are larger than 16 KiB.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions of the body are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come in time.',
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

type Headers = Readonly<Record<string, string>>

const toResponse = (problem: Problem, headers: Headers, requestId = readRequestId(undefined)) =>
  problemResponse(problem, requestId, { 'request-id': requestId, ...headers })

function refuse(accessLog: AccessLog, problem: Problem, headers: Headers): Response {
  const requestId = readRequestId(undefined)
  logAccess(accessLog, { method: 'unknown', requestId, startedAt: performance.now(), problem })
  return toResponse(problem, headers, requestId)
}

/** Writes an answer where no request is, and closes. */
async function send(socket: Socket, response: Response): Promise<void> {
  const body = await response.text()
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' }
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
