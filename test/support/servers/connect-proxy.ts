// A corporate proxy: it opens tunnels, forwards plain requests, requires a password if it was given one, and resolves
// every name to this machine.
import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listen } from './listen.ts'

export type ConnectProxy = {
  readonly url: string
  /** The requests so far: `CONNECT host:port`, `GET http://…`. */
  readonly asked: string[]
  behaviour: 'open' | 'refuse' | 'hang'
  close(): Promise<void>
}

/** Every name resolves to this machine. */
export async function startConnectProxy(credentials?: string): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const expected =
    credentials && `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}`
  const server = createServer((incoming, answer) => {
    proxy.asked.push(`${incoming.method} ${incoming.url}`)
    const { port, pathname, search } = new URL(incoming.url ?? '')
    const onward = request({ host: '127.0.0.1', port, path: pathname + search }, (response) => {
      answer.writeHead(response.statusCode ?? 502)
      response.pipe(answer)
    })
    incoming.pipe(onward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('connect', (incoming, near: Socket) => {
    proxy.asked.push(`CONNECT ${incoming.url}`)
    if (proxy.behaviour === 'hang') return
    if (expected && incoming.headers['proxy-authorization'] !== expected)
      return near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    if (proxy.behaviour === 'refuse') return near.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const port = Number(new URL(`http://${incoming.url}`).port || 80)
    const far = connect(port, '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'))
    far.on('error', () => near.destroy())
    far.once('close', () => near.destroy())
    near.once('close', () => far.destroy())
    far.pipe(near)
    near.pipe(far)
  })
  const port = await listen(server)
  const proxy: ConnectProxy = {
    url: `http://${credentials ? `${credentials}@` : ''}127.0.0.1:${port}`,
    asked: [],
    behaviour: 'open',
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy
}
