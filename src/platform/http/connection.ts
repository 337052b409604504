// The end of a connection whose client still sends. Its request is answered before it has come whole, so nothing can
// follow on it; and were it closed at once, what is still on its way would be answered by a reset, which takes the answer
// with it. So the answer is sent, the end of ours behind it, and the rest is read and thrown away, within bounds: what
// nginx calls lingering_close, which has the same times.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** In bytes: a body of the largest route and a bit more. */
const bytesMax = 32 * 1024 * 1024
/** Nothing comes for so long: whoever wrote first has written, or will not. */
const quietMs = 5_000
const longestMs = 30_000
/** So many at a time: the others are closed at once. */
const lingeringMax = 256
let lingering = 0

/** An answer that leaves before its request has come whole says that its connection closes, and the client sees it. */
export function closeWhenEarly(req: IncomingMessage, res: ServerResponse): void {
  beforeHead(res, () => {
    if (isWhole(req)) return undefined
    res.shouldKeepAlive = false
    return () => lingerAtEnd(req)
  })
}

/** An answer that leaves while `isEnding` says so, however long its request has waited: the next one is made elsewhere. */
export function closeWhenEnding(res: ServerResponse, isEnding: () => boolean): void {
  beforeHead(res, () => {
    if (isEnding()) res.shouldKeepAlive = false
    return undefined
  })
}

type After = (() => void) | undefined

/** `prepare` runs when the head is written, the one place where every answer passes, and gives what is done behind it. */
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

/** Whether nothing more of a request is to come: one that says nothing of a body has none. */
export const isWhole = ({ complete, headers }: IncomingMessage): boolean =>
  complete ||
  (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)

/** Node closes a connection by `destroySoon`; unread bytes make a reset of that. */
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

/** Whoever has read the body reads no more of it, so that nothing holds it back. */
function throwAway(req: IncomingMessage, note: () => void): void {
  let came = 0
  req.removeAllListeners('data')
  req.on('data', (chunk: Uint8Array) => {
    note()
    came += chunk.byteLength
    if (came > bytesMax) req.socket.destroy()
  })
  // Before the answer is written: of a body that nobody has begun to read node tells nothing after that.
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

/** A client that asks first (`Expect: 100-continue`) is told to send when its body is read, and never if it is not. */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  const note = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return
    req.off('newListener', note)
    if (!res.headersSent) res.writeContinue()
  }
  req.on('newListener', note)
}
