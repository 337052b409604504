// What look-ups make of what others answer: definite answers alone, and never a guess.
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMxLookUp } from '#src/vendors/look-ups/mx.ts'
import { createZipLookUp } from '#src/vendors/look-ups/zip.ts'
import { sandboxLookUps } from '#src/vendors/sandbox/look-ups.ts'
import { listen } from '#test/support/servers/listen.ts'

let answer: (res: ServerResponse, url: string) => void = (res) => void res.end()
let asked: string[] = []
let server: Server
let url = ''

beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url} ${req.headers['user-agent']}`)
    answer(res, req.url ?? '')
  })
  url = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const soon = () => AbortSignal.timeout(2_000)
const json = (status: number, body: unknown) => (res: ServerResponse) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const bad: [string, (res: ServerResponse) => void][] = [
  ['500', json(500, {})],
  ['429', json(429, {})],
  ['no JSON', json(200, '<html>')],
  ['another shape', json(200, { message: 'error' })],
  ['a list', json(200, [])],
  ['a broken line', (res) => res.destroy()],
  ['5 MB', json(200, `{"state":"${'x'.repeat(5_000_000)}"}`)],
  ['a redirect', (res) => void res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
]

describe('postal codes', () => {
  const brasilApi = { cep: '01310100', state: 'SP', city: 'São Paulo', street: null, service: 'x' }
  const viaCep = { cep: '01310-100', logradouro: 'x', localidade: 'São Paulo', uf: 'SP' }

  test.for([
    ['brasilapi', brasilApi, 'GET /api/cep/v2/01310100 atesta'],
    ['viacep', viaCep, 'GET /ws/01310100/json/ atesta'],
  ] as const)(
    '%s says state and city, and is asked by a name of our own',
    async ([api, body, line]) => {
      answer = json(200, body)
      asked = []
      const found = await createZipLookUp({ api, url: `${url}/` })('01310100', soon())
      expect(found).toEqual({ found: { state: 'SP', city: 'São Paulo' } })
      expect(asked).toEqual([line])
    },
  )

  test.for([{ erro: 'true' }, { erro: true }])('ViaCEP alone proves absence: %o', async (body) => {
    answer = json(200, body)
    expect(await createZipLookUp({ api: 'viacep', url })('99999999', soon())).toBe('absent')
    answer = json(404, { type: 'service_error' })
    expect(await createZipLookUp({ api: 'brasilapi', url })('99999999', soon())).toBe('failed')
  })

  test.for(bad)('%s has failed', async ([, given]) => {
    answer = given
    expect(await createZipLookUp({ api: 'brasilapi', url })('01310100', soon())).toBe('failed')
    expect(await createZipLookUp({ api: 'viacep', url })('01310100', soon())).toBe('failed')
  })

  test('a server that hangs is left at the end of the time', async () => {
    answer = () => {}
    const look = createZipLookUp({ api: 'viacep', url })
    expect(await look('01310100', AbortSignal.timeout(50))).toBe('failed')
  })
})

describe('mail servers', () => {
  const fails = (code: string) => async (): Promise<never> => {
    throw Object.assign(new Error(code), { code })
  }
  type Dns = NonNullable<ReturnType<NonNullable<Parameters<typeof createMxLookUp>[0]>>>
  const ask = (dns: Partial<Dns>) =>
    createMxLookUp(() => ({
      resolveMx: fails('ENODATA'),
      // Safe because a test resolves no other form of addresses.
      resolve4: fails('ENODATA') as Dns['resolve4'],
      resolve6: fails('ENODATA') as Dns['resolve6'],
      cancel() {},
      ...dns,
    }))('example.test', soon())
  const mx = (...exchanges: string[]) => ({
    resolveMx: async () => exchanges.map((exchange) => ({ exchange, priority: 0 })),
  })
  const addresses = (async () => ['192.0.2.1']) as unknown as Dns['resolve4']

  test.for<[string, Partial<Dns>, unknown]>([
    ['an MX record', mx('mx.example.test'), { found: { takesMail: true } }],
    ['a null MX record', mx(''), { found: { takesMail: false } }],
    ['a null MX record as a dot', mx('.'), { found: { takesMail: false } }],
    ['no MX record but an address', { resolve4: addresses }, { found: { takesMail: true } }],
    ['nothing at all', {}, { found: { takesMail: false } }],
    ['no such domain', { resolveMx: fails('ENOTFOUND') }, 'absent'],
    ['a time-out', { resolveMx: fails('ETIMEOUT') }, 'failed'],
    ['a failing server', { resolveMx: fails('ESERVFAIL') }, 'failed'],
    ['no network', { resolveMx: fails('ECONNREFUSED') }, 'failed'],
    ['an address that fails', { resolve6: fails('ESERVFAIL') as Dns['resolve6'] }, 'failed'],
  ])('%s', async ([, dns, expected]) => expect(await ask(dns)).toEqual(expected))
})

test('the sandbox answers by magic values alone', async () => {
  const signal = soon()
  expect(await sandboxLookUps.mx('no-mx.test', signal)).toEqual({ found: { takesMail: false } })
  expect(await sandboxLookUps.mx('example.com', signal)).toEqual({ found: { takesMail: true } })
  expect(await sandboxLookUps.cep('01310998', signal)).toBe('absent')
})
