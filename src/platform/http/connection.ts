// Closes the connection of a client that still sends its request body when the answer is ready. The rest of the body
// makes the connection unusable for another request, and an immediate close would cause a TCP reset that discards the
// answer. So the answer is sent, our side is closed, and the rest of the body is read and discarded, within limits:
// nginx’s lingering_close, whose default times are used.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** In bytes: a body of the largest route and a bit more. */
const bytesMax = 32 * 1024 * 1024
/** The time without data after which the connection is closed. */
const quietMs = 5_000
const longestMs = 30_000
/** The most connections that linger at a time; others are closed at once. */
const lingeringMax = 256
let lingering = 0

/** An answer that is sent before its request has arrived whole announces that the connection closes. */
export function closeWhenEarly(req: IncomingMessage, res: ServerResponse): void {
  beforeHead(res, () => {
    if (isWhole(req)) return undefined
    res.shouldKeepAlive = false
    return () => lingerAtEnd(req)
  })
}

/**
 * An answer that is sent during shutdown (`isEnding`) announces that the connection closes, so that the client’s next
 * request goes to another process.
 */
export function closeWhenEnding(res: ServerResponse, isEnding: () => boolean): void {
  beforeHead(res, () => {
    if (isEnding()) res.shouldKeepAlive = false
    return undefined
  })
}

type After = (() => void) | undefined

/** Runs `prepare` when the head is written, which every answer passes; the function that it returns runs after that. */
function beforeHead(res: ServerResponse, prepare: () => After): void {
  const writeHead = res.writeHead.bind(res) as (...head: readonly unknown[]) => ServerResponse
  const write = (...head: readonly unknown[]) => {
    const after = res.headersSent ? undefined : prepare()
    writeHead(...head)
    after?.()
    return res
  }
  res.writeHead = write as typeof res.writeHead
}

/** Whether no more of the request is to come; without headers about a body it has none. */
export const isWhole = ({ complete, headers }: IncomingMessage): boolean =>
  complete ||
  (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)

/** Node closes a connection by `destroySoon`, which causes a TCP reset when bytes are unread. */
function lingerAtEnd(req: IncomingMessage): void {
  const { socket } = req
  const close = socket.destroySoon.bind(socket)
  const quiet = setTimeout(() => socket.destroy(), quietMs).unref()
  throwAway(req, () => quiet.refresh())
  let isEnding = false
  socket.destroySoon = () => {
    if (isEnding) return
    isEnding = true
    if (req.complete || lingering >= lingeringMax) close()
    else linger(req, close)
  }
  socket.once('close', () => clearTimeout(quiet))
}

/** Stops other readers of the body and discards the rest, so that no back-pressure holds it up. */
function throwAway(req: IncomingMessage, note: () => void): void {
  let came = 0
  req.removeAllListeners('data')
  req.on('data', (chunk: Uint8Array) => {
    note()
    came += chunk.byteLength
    if (came > bytesMax) req.socket.destroy()
  })
  // Reading must start before the answer is written: afterwards Node drops a body that nobody has begun to read without
  // reporting it.
  req.resume().read(0)
}

function linger(req: IncomingMessage, close: () => void): void {
  const { socket } = req
  lingering += 1
  const longest = setTimeout(() => socket.destroy(), longestMs).unref()
  socket.once('close', () => {
    lingering -= 1
    clearTimeout(longest)
  })
  req.once('end', close)
  socket.end()
}

/** Sends `100 Continue` to a client that expects it when its body is first read, and never if it is not. */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  const note = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return
    req.off('newListener', note)
    if (!res.headersSent) res.writeContinue()
  }
  req.on('newListener', note)
}
