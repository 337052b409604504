// Chooses ports: a port that the user asked for is used or reported as taken; a default one is replaced when taken.
import { createServer } from 'node:net'
import { note } from './note.ts'

export type PortName =
  | 'PORT'
  | 'METRICS_PORT'
  | 'TEMPORAL_PORT'
  | 'TEMPORAL_UI_PORT'
  | 'DATABASE_PORT'
  | 'HTTPS_PORT'

const usual: Record<PortName, { port: number; what: string }> = {
  PORT: { port: 3000, what: 'the API' },
  METRICS_PORT: { port: 9464, what: 'the metrics server' },
  TEMPORAL_PORT: { port: 7233, what: 'Temporal' },
  TEMPORAL_UI_PORT: { port: 8233, what: 'the Temporal UI' },
  DATABASE_PORT: { port: 5433, what: 'PostgreSQL' },
  HTTPS_PORT: { port: 3443, what: 'https' },
}

/** Throws when the requested port is taken. `asked` 0 means any free port. */
export async function choosePort(
  name: PortName,
  asked: number | undefined,
  host: string,
): Promise<number> {
  const { port: preferred, what } = usual[name]
  if (asked === 0) return freePort(host)
  if (asked !== undefined) {
    if (await isFree(asked, host)) return asked
    throw new Error(
      `Port ${asked} (${name}, for ${what}) is taken: end what uses it, or set ${name} to another.`,
    )
  }
  for (let port = preferred; port < preferred + 100; port++) {
    if (!(await isFree(port, host))) continue
    if (port !== preferred)
      note(`Port ${preferred} is taken: ${what} uses ${port} (${name} sets another).`)
    return port
  }
  return freePort(host)
}

/**
 * Finds a port on which nothing listens. It is below the ephemeral ports of systems (Linux from 32768 on), one of which
 * an outgoing connection may take before its use; each process searches a range of its own.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let looked = 0; looked < ownPorts.count; looked += 1) {
    const port = ownPorts.first + (next++ % ownPorts.count)
    if (await isFree(port, host)) return port
  }
  throw new Error(`No free port on ${host}`)
}

const ownPorts = { first: 10_000, count: 22_000 }
/** The start of this process’s range of 64 ports, by its id, so that two concurrent searches find different ports. */
let next = (process.pid * 64) % ownPorts.count

async function isFree(port: number, host: string): Promise<boolean> {
  return (await tryPort(port, host)) !== undefined
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
