// A TCP proxy in front of a server, so that a test can take the server away and give it back.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Proxy = {
  readonly port: number
  /** Resets every connection and refuses new ones. */
  down(): Promise<void>
  up(): Promise<void>
  /** What is sent from now on vanishes, in both directions, and nobody is told; or no longer. */
  swallow(isOn: boolean): void
  /** What is sent from now on waits, in both directions, and nobody is told; or goes on. */
  freeze(isOn: boolean): void
  /** How many packets have gone to the server so far. */
  packets(): number
  close(): Promise<void>
}

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isSwallowing = false
  let isFrozen = false
  let packets = 0
  const server = createServer((near) => {
    const far = connect(target)
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      if (isFrozen) socket.pause()
      socket.on('error', end)
      socket.once('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    const forward = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => void (isSwallowing || to.write(bytes)))
    near.on('data', () => void (packets += 1))
    forward(near, far)
    forward(far, near)
  })

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    // Safe because a server that listens on TCP has an address and a port.
    return (server.address() as AddressInfo).port
  }

  async function down(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }

  const port = await listen(0)
  return {
    port,
    down,
    up: async () => void (await listen(port)),
    packets: () => packets,
    swallow: (isOn) => void (isSwallowing = isOn),
    freeze(isOn) {
      isFrozen = isOn
      for (const socket of sockets)
        if (isOn) socket.pause()
        else socket.resume()
    },
    close: down,
  }
}

/** The same database, reached through the proxy. */
export async function startDatabaseProxy(databaseUrl: string): Promise<Proxy & { url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
