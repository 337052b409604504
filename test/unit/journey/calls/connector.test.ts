// What a request of ours can reach: the hosts that were named, over TLS, at public addresses, and nothing else
// unless an operator has said so.
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { connectionTo, lookUpPublic, reachOf } from '#src/journey/calls/connector.ts'
import { exchange } from '#src/journey/calls/http.ts'
import { isPrivateAddress } from '#src/journey/calls/private-addresses.ts'
import { listen } from '#test/support/servers/listen.ts'

const reach = (url: string, privateHosts: string[] = []) => {
  const parsed = new URL(url)
  return connectionTo(parsed, reachOf([parsed], privateHosts))
}

const privateHosts = `
  127.0.0.1 127.1 2130706433 0x7f.1 017700000001 ①②⑦.0.0.1 0.0.0.0 10.1.2.3
  172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 [::1] [::]
  [::ffff:10.0.0.1] [::7f00:1] [fd00::1] [fe80::1] [ff02::1] [64:ff9b::a00:1]
  [2002:a00:1::] [2001:db8::1] 224.0.0.1 255.255.255.255`

test.each(privateHosts.trim().split(/\s+/))(
  'a literal private address is blocked however it is written: %s',
  (host) => {
    expect(reach(`https://${host}/`)).toBe('blocked')
  },
)

test.each(['93.184.215.14', '172.32.0.1', '[2606:4700::1111]'])(
  'a public literal is reached: %s',
  (host) => {
    expect(reach(`https://${host}/`)).not.toBe('blocked')
  },
)

test('a name is looked up, and blocked when any of its addresses is private', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  lookUpPublic('localhost', { all: true }, (error) => resolve(error))
  expect(await promise).toMatchObject({ code: 'EBLOCKED' })
})

const spellings = `localhost LOCALHOST localhost. app.localhost app.localhost. 127.0.0.1 127.0.0.2 127.0.0.1. 127.1
  2130706433 0x7f.1 017700000001 127.255.255.254 [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::FFFF:127.9.9.9]`
const otherwise = `0.0.0.0 [::] [::127.0.0.1] [::ffff:10.0.0.1] [::ffff:0:7f00:1] [64:ff9b::7f00:1] 10.0.0.1
  169.254.169.254 [fe80::1]`

const own = (url: string, takesLoopback: boolean) => {
  const parsed = new URL(url)
  return connectionTo(parsed, { ...reachOf([parsed], []), takesLoopback })
}

test.each(spellings.trim().split(/\s+/))(
  'this machine is reached where that is allowed, in every spelling, and nowhere else: %s',
  (host) => {
    for (const url of [`http://${host}:8080/`, `https://${host}/`]) {
      expect(own(url, true)).not.toBe('blocked')
      expect(own(url, false)).toBe('blocked')
    }
    expect(own(`http://user:password@${host}/`, true)).toBe('blocked')
  },
)

test.each(otherwise.trim().split(/\s+/))(
  'what is not this machine is not reached as if it were: %s',
  (host) => {
    expect(own(`https://${host}/`, true)).toBe('blocked')
  },
)

test.each([
  '127.0.0.1.example.com',
  'localhost.example.com',
  'notlocalhost',
  'localhost..',
  '1.0.0.127.in-addr.arpa',
])('a name that only looks like this machine is looked up as any other: %s', async (host) => {
  expect(own(`http://${host}/`, true)).toBe('blocked')
  expect(own(`https://${host}/`, true)).toHaveProperty('lookup')
})

test.each([
  ['127.0.0.1', undefined],
  ['127.8.8.8', undefined],
  ['::1', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['10.0.0.1', 'EBLOCKED'],
  ['169.254.169.254', 'EBLOCKED'],
  ['93.184.215.14', 'EBLOCKED'],
  ['0.0.0.0', 'EBLOCKED'],
])('a name of this machine that has the address %s: %s', async (address, code) => {
  const url = new URL('http://app.localhost:8080/')
  const family = address.includes(':') ? 6 : 4
  const connection = connectionTo(url, {
    ...reachOf([url], []),
    takesLoopback: true,
    resolve: (_name, _options, callback) => callback(null, [{ address, family }]),
  })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  if (connection !== 'blocked')
    connection.lookup?.('app.localhost', { all: true }, (error) => resolve(error?.code))
  expect(await promise).toBe(code)
})

test('only named hosts are reached, with TLS, on their own port and without a user in the address', () => {
  const named = reachOf([new URL('https://vendor.example')], [])
  const to = (url: string) => connectionTo(new URL(url), named)
  expect(to('https://vendor.example/v1')).toHaveProperty('lookup')
  for (const url of [
    'https://other.example/',
    'https://vendor.example:8443/',
    'http://vendor.example/',
    'http://vendor.example:443/',
    'https://user:password@vendor.example/',
  ])
    expect(to(url)).toBe('blocked')
})

test('a private host is reached when an operator has named exactly it', () => {
  expect(reach('http://10.0.0.5:8000/', ['10.0.0.5:8000'])).not.toBe('blocked')
  expect(reach('http://10.0.0.5:8001/', ['10.0.0.5:8000'])).toBe('blocked')
  expect(reach('http://yente.internal:8000/', ['yente.internal:8000'])).not.toBe('blocked')
})

test('what is no address is blocked', () => {
  expect(isPrivateAddress('vendor.example')).toBe(true)
  expect(isPrivateAddress('')).toBe(true)
})

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function ask(listener: RequestListener, bodyBytesMax = 100_000) {
  const server = createServer(listener)
  const port = await listen(server)
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = new URL(`http://127.0.0.1:${port}/`)
  const limits = { bodyBytesMax, reach: reachOf([url], [url.host]) }
  const signal = AbortSignal.timeout(5_000)
  return exchange({ method: 'GET', url, headers: {}, signal }, limits)
}

test('a blocked address gets nothing', async () => {
  const url = new URL('https://127.0.0.1:1/')
  const request = { method: 'GET', url, headers: {}, signal: AbortSignal.timeout(1_000) } as const
  expect(await exchange(request, { reach: reachOf([url], []) })).toEqual({
    kind: 'unsent',
    cause: 'blocked',
  })
})

test('what is packed is unpacked', async () => {
  const packed = gzipSync('{"ok":true}')
  const outcome = await ask((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  expect(outcome).toMatchObject({ kind: 'answer', body: '{"ok":true}' })
})

test.each<[string, RequestListener]>([
  ['too long', (_, response) => void response.end(Buffer.alloc(5_000_000, 32))],
  [
    'too long unpacked',
    (_, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(' '.repeat(500_000))),
  ],
  [
    'packed in a way that nobody knows',
    (_, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
  ],
  ['not in its charset', (_, response) => void response.end(Buffer.from([0x7b, 0xff, 0xfe]))],
  [
    'in a charset that nobody knows',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/plain; charset=klingon' }).end('x'),
  ],
])('an answer is unreadable, and still an answer, when it is %s', async (_name, listener) => {
  const outcome = await ask(listener)
  expect(outcome).toMatchObject({ kind: 'answer', status: 200 })
  expect(outcome).toHaveProperty('body', undefined)
})

test('an answer in another charset is read as what it says', async () => {
  const outcome = await ask((_, response) => {
    const type = 'application/json; charset=ISO-8859-1'
    response.writeHead(200, { 'content-type': type }).end(Buffer.from('{"nome":"João"}', 'latin1'))
  })
  expect(outcome).toMatchObject({ body: '{"nome":"João"}' })
})
