// Temporal requires client certificates, and its certificates and ours are replaced by those of another authority while
// journeys run.
import { writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type TLSSocket } from 'node:tls'
import { createCaller } from '#test/support/caller.ts'
import { createFleet } from '#test/support/process.ts'
import { type Authority, createAuthority } from '#test/support/servers/authority.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part } from './part.ts'
import { travel } from './travel.ts'

/** The processes check their files every ten seconds. */
const noticedMs = 12_000

export const certificate: Part = {
  name: 'certificate',
  proves: 'certificates for Temporal are renewed under load, and nothing is restarted',
  async run(say) {
    await using stage = await openStage()
    await using parts = new AsyncDisposableStack()
    const [one, other] = await Promise.all([createAuthority('one'), createAuthority('other')])
    const door = await startDoor(stage.temporal.address, [one, other])
    parts.defer(() => door.close())
    const path = (name: string) => join(stage.folder, name)
    await writeFile(path('ca.crt'), `${one.cert}\n${other.cert}`)
    const give = async (authority: Authority) => {
      const pair = await authority.sign('atesta')
      await writeFile(path('client.key'), pair.key)
      await writeFile(path('client.crt'), pair.cert)
    }
    await give(one)
    const fleet = createFleet({
      ...stage.options,
      temporalAddress: `localhost:${door.port}`,
      environment: {
        ...stage.options.environment,
        TEMPORAL_TLS: 'true',
        TEMPORAL_TLS_SERVER_CA_CERT_PATH: path('ca.crt'),
        TEMPORAL_TLS_CLIENT_CERT_PATH: path('client.crt'),
        TEMPORAL_TLS_CLIENT_KEY_PATH: path('client.key'),
      },
    })
    parts.defer(() => fleet.close())
    const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker()])
    const ended = Promise.race([api.exited, worker.exited]).then(() => true)
    const caller = createCaller(api.url)
    await insist(20, () => travel(caller))
    const load = startLoad(() => travel(caller))
    await sleep(1_000)
    await give(other)
    await sleep(noticedMs)
    hold(door.opened('other') > 0, 'the worker does not come with the new certificate')
    await door.replace(other)
    const cutAt = performance.now()
    await insist(20, () => travel(caller))
    const seconds = (performance.now() - cutAt) / 1_000
    await sleep(2_000)
    const { done, failed } = await load()
    hold(!(await Promise.race([ended, sleep(10, false)])), 'a process has ended')
    hold(failed.length === 0, `${failed.length} journeys failed: ${failed[0]}`)
    say(
      `${done} journeys before and after, none failed; all connections were cut when the old ones`,
    )
    say(`were taken no more, and a journey that began then took ${seconds.toFixed(1)} s`)
  },
}

type Door = {
  readonly port: number
  /** The number of connections with a certificate of this authority. */
  opened(by: string): number
  /** From now on only this authority is trusted, and present connections are closed. */
  replace(by: Authority): Promise<void>
  close(): Promise<void>
}

/** A TLS proxy in front of the server, which has no TLS itself. */
async function startDoor(address: string, both: readonly Authority[]): Promise<Door> {
  const options = async (believed: readonly Authority[]) => {
    const pair = await believed[0]?.sign('temporal', ['localhost'])
    return { ...pair, ca: believed.map(({ cert }) => cert) }
  }
  const [host = '', to = ''] = address.split(':')
  const sockets = new Set<TLSSocket>()
  const opened = new Map<string, number>()
  const server = createServer(
    {
      ...(await options(both)),
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    (socket) => {
      const by = String(socket.getPeerCertificate().issuer.CN)
      opened.set(by, (opened.get(by) ?? 0) + 1)
      sockets.add(socket)
      const inner = connect(Number(to), host)
      const end = () => {
        sockets.delete(socket)
        socket.destroy()
        inner.destroy()
      }
      for (const side of [socket, inner]) side.once('error', end).once('close', end)
      socket.pipe(inner).pipe(socket)
    },
  )
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    // Safe because a server that listens on TCP has an address and a port.
    port: (server.address() as AddressInfo).port,
    opened: (by) => opened.get(by) ?? 0,
    async replace(by) {
      server.setSecureContext(await options([by]))
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Runs `work` repeatedly; returns a function that ends it. */
function startLoad(work: () => Promise<unknown>) {
  let [isOver, done] = [false, 0]
  const failed: string[] = []
  const running = (async () => {
    while (!isOver) {
      try {
        await work()
        done += 1
      } catch (error) {
        failed.push(error instanceof Error ? error.message : String(error))
      }
    }
  })()
  return async () => {
    isOver = true
    await running
    return { done, failed }
  }
}
