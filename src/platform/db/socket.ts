// Ends a connection that answers nothing: TCP itself would retry for a quarter of an hour.
import { connect, type Socket } from 'node:net'

/** What the driver gives; `path` is that of a Unix socket. */
type Address = { readonly host: string[]; readonly port: number[]; readonly path: string | false }

/** Makes the driver's sockets; they close after `silenceMs` without an answer while anything is asked. */
export function createSockets(isBusy: () => boolean, silenceMs: number) {
  let opened = 0
  return ({ host, port, path }: Address): Socket => {
    const index = opened++ % host.length
    const address = { host: host[index] ?? 'localhost', port: port[index] ?? 5432 }
    // The driver reads the address off the socket, for TLS and for its errors.
    const socket = path
      ? connect(path)
      : Object.assign(connect({ ...address, noDelay: true }), address)
    closeWhenSilent(socket, isBusy, silenceMs)
    return socket
  }
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
