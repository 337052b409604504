// The sockets of database connections: each leads to the host that is found for it, and is closed when the server stays
// silent, because TCP itself would retry for a quarter of an hour.
import { connect, Socket } from 'node:net'
import type { Endpoint } from './address/uri.ts'

type Find = () => Promise<Endpoint>

export type Silence = { readonly isBusy: () => boolean; readonly silenceMs: number }

/** Creates sockets for the driver; they close after `silenceMs` without an answer while a statement is running. */
export function createSockets(find: Find, silence?: Silence): () => Promise<Socket> {
  return async () => {
    try {
      const socket = open(await find())
      if (silence) closeWhenSilent(socket, silence.isBusy, silence.silenceMs)
      return socket
    } catch (error) {
      // The error is reported through the socket, as for any failed connection: if this function threw, the driver
      // would lose the connection’s slot for ever.
      const none = new Socket()
      setImmediate(() => none.destroy(error instanceof Error ? error : new Error('no host')))
      return none
    }
  }
}

function open({ name, address, port, path }: Endpoint): Socket {
  const socket =
    path === undefined ? connect({ host: address, port, noDelay: true }) : connect(path)
  // The driver reads the host name from the socket, for TLS and for its errors.
  return Object.assign(socket, { host: path ?? name, port })
}

/** Counts bytes instead of listening for data, because the driver removes all listeners when it starts TLS. */
function closeWhenSilent(socket: Socket, isBusy: () => boolean, silenceMs: number): void {
  let [read, written] = [0, 0]
  let since = performance.now()
  let isAsked = false
  const timer = setInterval(() => {
    const now = performance.now()
    const hasAnswered = socket.bytesRead !== read
    const hasAsked = socket.bytesWritten !== written
    read = socket.bytesRead
    written = socket.bytesWritten
    if (socket.destroyed) clearInterval(timer)
    else if (hasAnswered || !isBusy()) [since, isAsked] = [now, false]
    // Later statements wait behind the unanswered one and do not restart the timer.
    else if (hasAsked && !isAsked) [since, isAsked] = [now, true]
    else if (now - since >= silenceMs) socket.destroy()
  }, silenceMs / 12)
  timer.unref()
}
