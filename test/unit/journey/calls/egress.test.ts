// Requests of ours through a company's proxy, to a server that an authority of that company has signed: what the
// proxy learns, what is refused before it is asked, and what is known of a message when it fails.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlain } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '#src/main/local/certificate.ts'
import { readConfig } from '#src/main/config/config.ts'
import { openEgress } from '#src/main/ports/egress.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import { proxyFor } from '#src/journey/calls/egress.ts'
import { exchange, type HttpLimits } from '#src/journey/calls/http.ts'
import { createSmtp } from '#src/vendors/smtp/adapter.ts'
import { type ConnectProxy, startConnectProxy } from '#test/support/servers/connect-proxy.ts'
import { startSmtp } from '#test/support/servers/smtp.ts'
import { message } from '#test/support/vendors/harness.ts'

describe('which proxy', () => {
  const httpsProxy = new URL('http://127.0.0.1:3128')
  const isProxied = (url: string, noProxy: string) =>
    proxyFor(new URL(url), { httpsProxy, noProxy }) !== undefined

  test.each([
    ['https://vendor.example', '', true],
    ['https://vendor.example', '*', false],
    ['https://vendor.example', 'other.example, vendor.example', false],
    ['https://api.vendor.example', 'vendor.example', true],
    ['https://api.vendor.example', '.vendor.example', false],
    ['https://vendor.example', '.vendor.example', false],
    ['https://api.vendor.example', '*.vendor.example', false],
    ['https://evilvendor.example', '.vendor.example', true],
    ['https://vendor.example', 'VENDOR.example:443', false],
    ['https://vendor.example:8443', 'vendor.example:443', true],
    ['https://10.0.0.5', '10.0.0.5', false],
    ['https://[fd00::1]:8443', 'fd00::1', false],
    ['https://[fd00::1]:8443', '[fd00::1]:8443', false],
    // Plain HTTP has a proxy of its own.
    ['http://vendor.example', '', false],
  ])('%s with NO_PROXY=%s', (url, noProxy, expected) => {
    expect(isProxied(url, noProxy)).toBe(expected)
  })
})

const { key, cert } = await makeCertificate(['vendor.test'])

describe('by a proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-ca-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, `# The company's own\n${cert}`)
  let vendor: Server
  let proxy: ConnectProxy
  let parts: AsyncDisposableStack
  let url: URL
  let hangs = false
  let reached: (() => void) | undefined

  beforeAll(async () => {
    vendor = createServer({ key, cert }, (request, response) => {
      reached?.()
      if (!hangs) response.end(JSON.stringify({ host: request.headers.host, path: request.url }))
    })
    vendor.listen(0, '127.0.0.1')
    await once(vendor, 'listening')
    url = new URL(`https://vendor.test:${portOf(vendor)}/v1?a=b`)
  })
  afterAll(() => {
    vendor.closeAllConnections()
    vendor.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    hangs = false
    reached = undefined
    parts = new AsyncDisposableStack()
    proxy = await startConnectProxy('us%40er:pass')
    parts.defer(() => proxy.close())
  })
  afterEach(() => parts.disposeAsync())

  const open = (changed: Record<string, string> = {}) =>
    openEgress(
      readConfig({
        DATABASE_URL: 'postgres://x',
        KEYRING: '{}',
        JWKS_FILE: 'x',
        HTTPS_PROXY: proxy.url,
        EGRESS_CA_FILE: caFile,
        ...changed,
      }),
      parts,
    )
  const send = (to = url, limits: HttpLimits = {}, signal = AbortSignal.timeout(30_000)) =>
    exchange(
      { method: 'POST', url: to, headers: {}, body: '918273', signal },
      { connectMs: 30_000, totalMs: 30_000, ...limits },
    )

  test('the proxy is told a name and a port, the vendor all else, over TLS to the name', async () => {
    open()
    const outcome = await send()
    const told = JSON.stringify({ host: url.host, path: '/v1?a=b' })
    expect(outcome).toEqual({ kind: 'answer', status: 200, body: told })
    expect(proxy.asked).toEqual([`CONNECT ${url.host}`])
  })

  test('an authority that nobody has named is not believed, and nothing is sent', async () => {
    open({ EGRESS_CA_FILE: '' })
    expect(await send()).toEqual({ kind: 'unsent', cause: 'tls' })
  })

  test('hosts of NO_PROXY are reached directly', async () => {
    open({ no_proxy: 'localhost' })
    const direct = await send(new URL(`https://localhost:${url.port}`))
    // The certificate is of another name.
    expect(direct).toEqual({ kind: 'unsent', cause: 'tls' })
    expect(proxy.asked).toEqual([])
  })

  test('what an account may not reach is not asked for by a proxy either', async () => {
    open()
    const to = (address: string, ...named: string[]) => {
      const target = new URL(address)
      return send(target, {
        reach: reachOf(named.length ? named.map((one) => new URL(one)) : [target], []),
      })
    }
    const blocked = { kind: 'unsent', cause: 'blocked' }
    expect(await to('https://other.example', 'https://vendor.example')).toEqual(blocked)
    expect(await to('https://169.254.169.254')).toEqual(blocked)
    expect(await to('https://localhost')).toEqual(blocked)
    expect(await to('http://vendor.test')).toEqual(blocked)
    expect(proxy.asked).toEqual([])
    // A name that only the proxy knows is for the proxy to judge.
    expect(await to(url.href)).toMatchObject({ kind: 'answer' })
  })

  test('a proxy that refuses, hangs or is away has passed nothing on', async () => {
    open()
    proxy.behaviour = 'refuse'
    expect(await send()).toEqual({ kind: 'unsent', cause: 'proxy' })
    proxy.behaviour = 'hang'
    expect(await send(url, { connectMs: 100 })).toEqual({
      kind: 'unsent',
      cause: 'connect-timeout',
    })
    await proxy.close()
    expect(await send()).toEqual({ kind: 'unsent', cause: 'connect' })
  })

  test('without its password the proxy refuses', async () => {
    open({ HTTPS_PROXY: proxy.url.replace('pass@', 'word@') })
    expect(await send()).toEqual({ kind: 'unsent', cause: 'proxy' })
  })

  test('once the vendor has it, an answer that does not come is uncertain', async () => {
    hangs = true
    open()
    const given = new AbortController()
    reached = () => given.abort()
    expect(await send(url, {}, given.signal)).toEqual({ kind: 'lost', cause: 'timeout' })
  })

  test('plain HTTP is asked of the proxy by the whole address', async () => {
    const plain = createPlain((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
    parts.defer(() => void plain.close())
    await once(plain, 'listening')
    open({ HTTP_PROXY: proxy.url })
    const target = new URL(`http://vendor.test:${portOf(plain)}/v1?a=b`)
    expect(await send(target)).toMatchObject({ kind: 'answer', status: 200 })
    expect(proxy.asked).toEqual([`POST ${target.href}`])
  })

  test('libraries that fetch go the same way, and to ourselves directly', async () => {
    open({ HTTP_PROXY: proxy.url, PUBLIC_BASE_URL: `https://localhost:${url.port}` })
    expect((await fetch(url)).status).toBe(200)
    expect(proxy.asked).toEqual([`CONNECT ${url.host}`])
    await expect(fetch(`https://localhost:${url.port}`)).rejects.toThrow('fetch failed')
    expect(proxy.asked).toHaveLength(1)
  })

  test('an account of a relay goes by the proxy that it names', async () => {
    const relay = await startSmtp()
    parts.defer(() => relay.close())
    const senders = { email: 'Acme <no-reply@acme.example>' }
    const given = { id: 'smtp', senders, connections: 1, shared: false, proxy: proxy.url }
    const smtp = createSmtp({ ...given, url: relay.url.replace('127.0.0.1', 'relay.test') })
    parts.defer(() => smtp.close?.())
    const ctx = { transactionId: 't', recordId: 'r', attempt: 1, attemptId: 'a' }
    const signal = AbortSignal.timeout(30_000)
    const mail = {
      subject: 'Confirme',
      html: '<p>918273</p>',
      from: 'Acme <no-reply@acme.example>',
      returnPath: 'bounce@acme.example',
      messageId: '<r.1@acme.example>',
    }
    const letter = message('email', { to: 'maria@pessoal.example', mail })
    expect(await smtp.send(letter, { ...ctx, signal })).toMatchObject({ kind: 'accepted' })
    expect(proxy.asked).toEqual([`CONNECT relay.test:${new URL(relay.url).port}`])
  })

  test('one family of addresses alone is used where an operator says so', async () => {
    open({ HTTPS_PROXY: '', EGRESS_FAMILY: '6' })
    const there = new URL(`https://127.0.0.1:${url.port}`)
    there.hostname = 'localhost'
    expect(await send(there)).toMatchObject({
      kind: 'unsent',
      cause: expect.stringMatching(/connect|dns/),
    })
  })

  test('a file without certificates stops the start', () => {
    writeFileSync(join(folder, 'empty.pem'), 'nothing')
    expect(() => open({ EGRESS_CA_FILE: join(folder, 'empty.pem') })).toThrow('EGRESS_CA_FILE')
  })
})

function portOf(server: { address(): unknown }): number {
  // Safe because a server that listens on TCP has an address and a port.
  return (server.address() as AddressInfo).port
}
