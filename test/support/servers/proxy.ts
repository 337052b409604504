// A TCP proxy in front of a server, so that a test can interrupt and restore its connections.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Proxy = {
  readonly port: number
  /** Resets every connection and refuses new ones. */
  down(): Promise<void>
  up(): Promise<void>
  /** True: data in both directions are dropped without notice; false: they are forwarded again. */
  swallow(isOn: boolean): void
  /** True: data in both directions are held back without notice; false: they are forwarded again. */
  freeze(isOn: boolean): void
  /** Delays data in both directions by `ms`, in order; 0: no delay. */
  slow(ms: number): void
  /** Sets the target of new connections. */
  lead(target: Target): void
  /** Resets every connection but accepts new ones. */
  cut(): void
  /** The number of packets that were sent to the server so far. */
  packets(): number
  close(): Promise<void>
}

type Target = { readonly host: string; readonly port: number }

export async function startProxy(first: Target): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let target = first
  let isSwallowing = false
  let isFrozen = false
  let slowMs = 0
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
    const forward = (from: Socket, to: Socket) => {
      const pass = inOrder((bytes) => void (to.destroyed || to.write(bytes)))
      from.on('data', (bytes: Buffer) => void (isSwallowing || pass(bytes, slowMs)))
    }
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

  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  async function down(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }

  const port = await listenAnywhere(listen)
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
    slow: (ms) => void (slowMs = ms),
    lead: (next) => void (target = next),
    cut,
    close: down,
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Listens below the range of ephemeral ports, because an outgoing connection could take such a port while the proxy is
 * down.
 */
async function listenAnywhere(listen: (port: number) => Promise<number>): Promise<number> {
  for (;;)
    try {
      return await listen(randomInt(10_000, 32_000))
    } catch (error) {
      if (!isTaken(error)) throw error
    }
}

/** Forwards each chunk after its delay, and never before an earlier chunk. */
function inOrder(pass: (bytes: Buffer) => void): (bytes: Buffer, ms: number) => void {
  const waiting: { readonly bytes: Buffer; readonly at: number }[] = []
  const passOn = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const ms = next.at - performance.now()
      if (ms > 0) return void setTimeout(passOn, ms)
      pass(next.bytes)
      waiting.shift()
    }
  }
  return (bytes, ms) => {
    if (ms === 0 && waiting.length === 0) return pass(bytes)
    waiting.push({ bytes, at: performance.now() + ms })
    if (waiting.length === 1) passOn()
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
