// Connects through a proxy: plain HTTP goes to the proxy itself; HTTPS goes through a tunnel, so that the proxy sees
// only the host name and port.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { TlsOptions } from './connector.ts'

export const refusedByProxy = 'EPROXY'

type Way = {
  readonly proxy: URL
  readonly family: 0 | 4 | 6
  /** Aborts a connection that is not ready yet. */
  readonly signal: AbortSignal
}

/** Resolves to a connection that is ready for writing, with TLS for an HTTPS URL. */
export async function connectByProxy(url: URL, tls: TlsOptions, way: Way): Promise<Duplex> {
  if (url.protocol !== 'https:') return reachProxy(way)
  const socket = await openTunnel(`${url.hostname}:${url.port || '443'}`, way)
  const host = bare(url.hostname)
  const secured = connectTls({ socket, host, servername: nameOf(host), ...tls })
  return whenReady(secured, 'secureConnect', way.signal)
}

/** The header with the credentials of the proxy’s URL. */
export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

function openTunnel(target: string, { proxy, family, signal }: Way): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const refuse = () => reject(Object.assign(new Error('refused'), { code: refusedByProxy }))
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp
  const call = request({
    ...addressOf(proxy),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxyHeaders(proxy) },
    agent: false,
    family,
    signal,
  })
  call.once('connect', ({ statusCode }: IncomingMessage, socket: Socket, early: Buffer) => {
    // A vendor sends nothing before it is asked, so early bytes are refused.
    if (statusCode === 200 && early.length === 0) return resolve(socket)
    socket.destroy()
    refuse()
  })
  call.once('response', (response) => {
    response.destroy()
    refuse()
  })
  call.on('error', reject)
  call.end()
  return promise
}

function reachProxy({ proxy, family, signal }: Way): Promise<Duplex> {
  const address = { ...addressOf(proxy), family }
  if (proxy.protocol !== 'https:') return whenReady(connectTcp(address), 'connect', signal)
  const secured = connectTls(Object.assign(address, { servername: nameOf(address.host) }))
  return whenReady(secured, 'secureConnect', signal)
}

function whenReady<S extends Socket>(socket: S, ready: string, signal: AbortSignal): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>()
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop, { once: true })
  const closed = () => reject(new Error('closed'))
  socket.once('error', reject)
  socket.once('close', closed)
  socket.once(ready, () => {
    signal.removeEventListener('abort', stop)
    socket.off('error', reject)
    resolve(socket)
  })
  if (signal.aborted) stop()
  return promise
}

const addressOf = ({ protocol, hostname, port }: URL) => ({
  host: bare(hostname),
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
})

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** TLS allows no address as server name. */
const nameOf = (host: string): string => (isIP(host) === 0 ? host : '')
