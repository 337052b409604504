// Servers of tests on ports that the system chooses.
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Resolves to the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  // Safe because a server that listens on TCP has an address and a port.
  return (server.address() as AddressInfo).port
}

type Closing = Pick<Server, 'close'> & { closeAllConnections?(): void }

/** With its connections, those of HTTP too that are kept alive. */
export async function close(server: Closing): Promise<void> {
  server.closeAllConnections?.()
  await new Promise((closed) => void server.close(closed))
}
