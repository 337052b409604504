// A server that passes on well-formed requests only. Others (no Host header or two, headers that are too large, no HTTP
// at all) are answered here, and their connection is closed.
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
 * Creates a server that does not listen yet. `refuse` makes the answer to a malformed request; `isRecorded` says that
 * its handler already logs it.
 */
export function createWireServer(serve: RequestListener, refuse: Refuse): Server {
  // Without this option Node itself would answer a request without Host, and not with a problem document.
  const server = createServer({ requireHostHeader: false })
  const underWay = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (req, res) => {
    underWay.set(req.socket, res)
    prepare(req, res)
    const fault = findHeadFault(req)
    if (fault) return void write(res, refuse(toProblem(fault), false))
    // A body that arrived in the same packet as the head is complete one turn of the event loop later; an answer that
    // does not need it can then leave the connection open.
    if (isWhole(req)) serve(req, res)
    else setImmediate(() => serve(req, res))
  })
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res)
    server.emit('request', req, res)
  })
  // An unknown expectation is ignored (RFC 9110, 10.1.1 allows it).
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
  // HTTP/1.0 has no chunked encoding, even where the client claims to accept it (RFC 9112, 6.1).
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
    // Each further packet on a connection that was refused raises another error.
    if (refused.has(socket)) return
    // Bytes after the last request of a connection are ignored; that request is still answered.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    refused.add(socket)
    const response = underWay.get(socket)
    const isOpen = response !== undefined && !response.writableFinished
    if (!socket.writable || (isOpen && response.headersSent)) return void socket.destroy(error)
    const problem = new Problem('invalid-request', {
      detail: details[error.code ?? ''] ?? 'The request is not HTTP/1.1 as it should be.',
      reason: error.code ?? 'client-error',
    })
    // A request whose body broke off is logged by its handler.
    void send(socket, refuse(problem, isOpen))
  })
}

const details: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are larger than 16 KiB.',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The chunk extensions of the body are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come in time.',
}

/** Answers and closes the connection: after a malformed request the start of the next one is unknown. */
async function write(res: ServerResponse, response: Response): Promise<void> {
  const body = await response.text()
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' }
  res.writeHead(response.status, { ...headers, 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

/** The same for a socket without a request object. */
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
