// The sockets of connections: each to the host that is found for it, and ended when it answers nothing, because TCP itself
// would retry for a quarter of an hour.
import { connect, Socket } from 'node:net'
import type { Endpoint } from './uri.ts'

type Find = () => Promise<Endpoint>

export type Silence = { readonly isBusy: () => boolean; readonly silenceMs: number }

/** Makes the driver's sockets; they close after `silenceMs` without an answer while anything is asked. */
export function createSockets(find: Find, silence?: Silence): () => Promise<Socket> {
  return async () => {
    try {
      const socket = open(await find())
      if (silence) closeWhenSilent(socket, silence.isBusy, silence.silenceMs)
      return socket
    } catch (error) {
      // The driver hears of it as of any connection that fails: whatever is thrown here would cost it this one for ever.
      const none = new Socket()
      setImmediate(() => none.destroy(error instanceof Error ? error : new Error('no host')))
      return none
    }
  }
}

function open({ name, address, port, path }: Endpoint): Socket {
  const socket =
    path === undefined ? connect({ host: address, port, noDelay: true }) : connect(path)
  // The driver reads the name off the socket, for TLS and for its errors.
  return Object.assign(socket, { host: path ?? name, port })
}

/** Counts bytes, because the driver removes all listeners when it starts TLS. */
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
    // What is asked after it waits behind it, and does not count.
    else if (hasAsked && !isAsked) [since, isAsked] = [now, true]
    else if (now - since >= silenceMs) socket.destroy()
  }, silenceMs / 12)
  timer.unref()
}
