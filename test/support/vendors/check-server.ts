// A small server with the protocol of a vendor of checks, which behaves as a test sets it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { listen } from '#test/support/servers/listen.ts'

export type CheckBehaviour =
  | 'answer'
  /** Like `answer`, but in another charset, which the header names; or compressed. */
  | 'latin1'
  | 'gzip'
  | 'hang'
  | 'flood'
  | 'bomb'
  | 'garbage'
  | 'error'
  | 'reset'
  | 'redirect'
  | 'rate'

export type CheckVendorRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type CheckVendorAnswer = { readonly status: number; readonly body: unknown }

export type CheckServer = {
  readonly url: string
  /** The `host:port` that has to be allowed, because it is private. */
  readonly host: string
  readonly requests: CheckVendorRequest[]
  /** The requests that were answered 429, so that nothing was sold. */
  readonly limited: Set<CheckVendorRequest>
  behaviour: CheckBehaviour
  /** Called before the answer, so that a test can kill the client there, or send a callback first. */
  atRequest: ((request: CheckVendorRequest) => Promise<void>) | undefined
  close(): Promise<void>
}

type Dialect = (request: CheckVendorRequest) => CheckVendorAnswer

/** A few kilobytes that decompress to megabytes. */
const bomb = gzipSync(Buffer.alloc(8_000_000, 32))

/** The server’s certificate, and the authority of the client certificates that it requires. */
export type ServerTls = { readonly key: string; readonly cert: string; readonly ca?: string }

export async function startCheckServer(dialect: Dialect, tls?: ServerTls): Promise<CheckServer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // A client that disconnects is part of what is tested.
    serve(request, response).catch(() => request.socket.destroy())
  }
  const http = tls
    ? createSecureServer({ ...tls, requestCert: tls.ca !== undefined }, listener)
    : createServer(listener)
  const port = await listen(http)
  const host = `127.0.0.1:${port}`
  const state: CheckServer = {
    url: `${tls ? 'https' : 'http'}://${host}`,
    host,
    requests: [],
    limited: new Set(),
    behaviour: 'answer',
    atRequest: undefined,
    async close() {
      http.closeAllConnections()
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '/', state.url),
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(chunks).toString(),
    }
    state.requests.push(request)
    await state.atRequest?.(request)
    behave(request, response)
  }

  function behave(request: CheckVendorRequest, response: ServerResponse): void {
    const { status, body } = dialect(request)
    const text = JSON.stringify(body)
    const json = { 'content-type': 'application/json' }
    switch (state.behaviour) {
      case 'answer':
        response.writeHead(status, json).end(text)
        return
      case 'latin1':
        response
          .writeHead(status, { 'content-type': 'application/json; charset=ISO-8859-1' })
          .end(Buffer.from(text, 'latin1'))
        return
      case 'gzip':
        response.writeHead(status, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(text))
        return
      case 'hang':
        return
      case 'flood':
        response.writeHead(200, json).end(Buffer.alloc(5_000_000, 32))
        return
      case 'bomb':
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb)
        return
      case 'garbage':
        response.writeHead(200, json).end('<html>maintenance</html>')
        return
      case 'error':
        response.writeHead(500, json).end('{"detail":"internal"}')
        return
      case 'reset':
        response.socket?.destroy()
        return
      case 'redirect':
        response.writeHead(307, { location: `${state.url}/elsewhere` }).end()
        return
      case 'rate':
        state.limited.add(request)
        response.writeHead(429, { ...json, 'retry-after': '2' }).end('{}')
    }
  }

  return state
}
