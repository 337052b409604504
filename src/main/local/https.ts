// Terminates TLS for the API of the local start and forwards the requests, so that the API needs no change.
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createServer, type Server } from 'node:tls'
import { makeCertificate } from './certificate.ts'
import { choosePort } from './ports.ts'

export type HttpsDoor = {
  /** The URL for a phone on the same network. */
  readonly url: string
  /** Starts forwarding to the API. */
  openTo(apiUrl: string): Promise<void>
  close(): void
}

/** `asked` is the port that the user wants, if any. */
export async function makeHttpsDoor(asked: number | undefined): Promise<HttpsDoor> {
  const addresses = findAddresses()
  const port = await choosePort('HTTPS_PORT', asked, '0.0.0.0')
  const { key, cert } = await makeCertificate(['localhost', '127.0.0.1', ...addresses])
  let server: Server | undefined
  return {
    url: `https://${addresses[0] ?? 'localhost'}:${port}`,
    openTo(apiUrl) {
      const { hostname, port: apiPort } = new URL(apiUrl)
      const made = createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, (phone) => {
        const api = connect(Number(apiPort), hostname)
        phone.on('error', () => api.destroy())
        api.on('error', () => phone.destroy())
        phone.pipe(api).pipe(phone)
      })
      server = made
      return new Promise((resolve, reject) => {
        made.once('error', reject)
        made.listen(port, '0.0.0.0', () => resolve())
      })
    },
    close: () => void server?.close(),
  }
}

/** This machine’s network addresses, without the loopback. */
function findAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
