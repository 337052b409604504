// A proxy in front of a real HTTP server that forwards all requests except those that have to fail.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** `away`: the connection breaks; `slow`: no answer comes; `full`: the store has no space. */
export type Fault = 'away' | 'slow' | 'full'

export type FaultyProxy = {
  /** The server’s URL through this proxy. */
  readonly url: string
  /** Undefined: the request is forwarded. */
  faultOf: (method: string, path: string) => Fault | undefined
  close(): Promise<void>
}

export const faultless = () => undefined

export async function startFaultyProxy(behind: string): Promise<FaultyProxy> {
  const { hostname, port, pathname } = new URL(behind)
  const server = createServer((asked, response) => {
    const { method = '', url: path = '' } = asked
    const fault = proxy.faultOf(method, path)
    if (fault) return fail(fault, asked, response)
    const sent = request({ hostname, port, method, path, headers: asked.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    asked.pipe(sent)
  })
  const own = await listen(server)
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${own}${pathname}`,
    faultOf: faultless,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return proxy
}

function fail(fault: Fault, asked: IncomingMessage, response: ServerResponse): void {
  if (fault === 'away') asked.socket.destroy()
  asked.resume()
  if (fault === 'full') response.writeHead(507).end('<Error><Code>XMinioStorageFull</Code></Error>')
}
