// A server of well-formed requests. What is none (no or two hosts, headers that are too large, no HTTP at all) is
// answered here, and its connection is closed.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem } from '#src/platform/errors.ts'
import { closeWhenEarly, continueWhenRead, isWhole } from './connection.ts'
import { findHeadFault, type HeadFault } from './request/head.ts'

/** How long a refused client may still send before its connection is cut. */
const lingerMs = 500

export type Refuse = (problem: Problem, isRecorded: boolean) => Response

/**
 * A server that does not listen yet. `refuse` makes the answer to what is no request; `isRecorded`: its request is
 * handled, and recorded there.
 */
export function createWireServer(serve: RequestListener, refuse: Refuse): Server {
  // Without a Host header node would answer by itself, and without a problem document.
  const server = createServer({ requireHostHeader: false })
  const underWay = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (req, res) => {
    underWay.set(req.socket, res)
    prepare(req, res)
    const fault = findHeadFault(req)
    if (fault) return void write(res, refuse(toProblem(fault), false))
    // What came with its head has come when its turn is over: an answer that needs none of it leaves the connection open.
    if (isWhole(req)) serve(req, res)
    else setImmediate(() => serve(req, res))
  })
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res)
    server.emit('request', req, res)
  })
  // An expectation that nobody knows is ignored (RFC 9110, 10.1.1 allows it).
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res))
  server.on('connect', (_, socket) => {
    const headers = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }
    socket.on('error', () => undefined)
    void send(socket, refuse(new Problem('method-not-allowed', { headers }), false))
  })
  answerBroken(server, underWay, refuse)
  return server
}

function prepare(req: IncomingMessage, res: ServerResponse): void {
  // Also where it says that it would take chunks: HTTP/1.0 has none (RFC 9112, 6.1).
  if (req.httpVersion === '1.0') res.useChunkedEncodingByDefault = false
  closeWhenEarly(req, res)
}

function toProblem(fault: HeadFault): Problem {
  const detail =
    fault === 'target'
      ? 'The Host header or the address of the request cannot be used.'
      : 'A request has one Host header, which is a host; only HTTP/1.0 may have none.'
  return new Problem('invalid-request', { detail, reason: fault })
}

function answerBroken(
  server: Server,
  underWay: WeakMap<Duplex, ServerResponse>,
  refuse: Refuse,
): void {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Of a connection that is refused already each further packet is an error again.
    if (refused.has(socket)) return
    // What comes after the last request of a connection is nobody's; that one is answered.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    refused.add(socket)
    const response = underWay.get(socket)
    const isOpen = response !== undefined && !response.writableFinished
    if (!socket.writable || (isOpen && response.headersSent)) return void socket.destroy(error)
    const problem = new Problem('invalid-request', {
      detail: details[error.code ?? ''] ?? 'The request is not HTTP/1.1 as it should be.',
      reason: error.code ?? 'client-error',
    })
    // A request whose body broke is recorded where it is handled.
    void send(socket, refuse(problem, isOpen))
  })
}

const details: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are larger than 16 KiB.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions of the body are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come in time.',
}

/** After what cannot be read for certain nothing more is read. */
async function write(res: ServerResponse, response: Response): Promise<void> {
  const body = await response.text()
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' }
  res.writeHead(response.status, { ...headers, 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

/** The same where no request is. */
async function send(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text()
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' }
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
