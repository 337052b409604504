// Probes as balancers make them, of each process: an API's on its port, those of workers and engines beside their metrics.
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Readiness, readReadiness } from '#src/platform/http/health/readiness.ts'
import { healthRoutes } from '#src/platform/http/health/routes.ts'
import { startMetricsServer } from '#src/platform/http/metrics-server.ts'
import { createHttpServer } from '#src/platform/http/server.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { listen } from '#test/support/servers/listen.ts'
import { lines, sendRaw } from './raw.ts'
import { tinyApp } from './tiny-app.ts'

let isUp = true
const probes = { postgres: async () => isUp, temporal: async () => isUp, worker: () => isUp }
const ready = (): Promise<Readiness> => readReadiness(probes, ['temporal', 'worker'])

let server: Server
let beside: Awaited<ReturnType<typeof startMetricsServer>>
const ports = new Map<string, number>()

beforeAll(async () => {
  const tiny = await tinyApp({ routes: healthRoutes(probes) })
  server = createHttpServer(tiny.app, tiny)
  ports.set('an API', await listen(server))
  const at = { host: '127.0.0.1', port: 0, ready }
  beside = await startMetricsServer(createMetrics().registry, at)
  ports.set('a worker', beside.port)
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await beside.close()
})

const ask = (process: string, sent: string, answers = 1) =>
  sendRaw(ports.get(process) ?? 0, [sent], answers)

const host = 'Host: 10.0.0.7'
const first = 'GET /livez HTTP/1.0'
const processes = ['an API', 'a worker']
const forms: readonly (readonly [about: string, sent: string])[] = [
  ['HTTP/1.0 without Host', lines('GET /readyz HTTP/1.0')],
  ['HTTP/1.0 with Host', lines('GET /readyz HTTP/1.0', host)],
  ['HTTP/1.0 that keeps its connection', lines('GET /readyz HTTP/1.0', 'Connection: keep-alive')],
  ['HTTP/1.0 that would take chunks', lines('GET /readyz HTTP/1.0', 'TE: chunked, trailers')],
  ['HEAD of HTTP/1.0', lines('HEAD /readyz HTTP/1.0')],
  ['HEAD', lines('HEAD /readyz HTTP/1.1', host)],
  ['a query string', lines('GET /readyz?from=elb&verbose HTTP/1.1', host)],
  ['a slash at the end', lines('GET /readyz/ HTTP/1.1', host)],
  ['/livez of HTTP/1.0', lines('GET /livez HTTP/1.0')],
  ['/healthz with a slash and a query', lines('HEAD /healthz/?a=b HTTP/1.1', host)],
  ['Connection: close', lines('GET /readyz HTTP/1.1', host, 'Connection: close')],
  ['a whole address', lines('GET http://10.0.0.7:3000/readyz HTTP/1.1', host)],
  ['a whole address of HTTP/1.0', lines('GET HTTP://10.0.0.7:3000/readyz?a HTTP/1.0')],
  ['an empty Host', lines('GET /readyz HTTP/1.1', 'Host:')],
  ['an empty Host of HTTP/1.0', lines('GET /readyz HTTP/1.0', 'Host: ')],
  ['a Host with another port', lines('GET /readyz HTTP/1.1', 'Host: atesta_api.default.svc:65535')],
  ['an IPv6 Host', lines('GET /readyz HTTP/1.1', 'Host: [2001:db8::7]:3000')],
  ['a Host with escapes', lines('GET /readyz HTTP/1.1', 'Host: a%20b.example:3000')],
  ['HAProxy by default', lines('OPTIONS / HTTP/1.0')],
  ['HAProxy by default of HTTP/1.1', lines('OPTIONS / HTTP/1.1', 'Host: atesta')],
  ['OPTIONS of the probe', lines('OPTIONS /readyz HTTP/1.0')],
  ['OPTIONS of the server', lines('OPTIONS * HTTP/1.1', host)],
  [
    'an upgrade that is offered',
    lines(
      'GET /readyz HTTP/1.1',
      host,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    ),
  ],
  [
    'a body that GET has no use for',
    lines('GET /readyz HTTP/1.1', host, 'Content-Length: 4') + 'ping',
  ],
  ['an expectation', lines('GET /readyz HTTP/1.1', host, 'Expect: 100-continue')],
]

test.for(processes.flatMap((process) => forms.map((form) => [process, ...form] as const)))(
  '%s: %s is 200',
  async ([process, , sent]) => {
    const answer = await ask(process, sent)
    expect([answer.status, answer.text.match(/HTTP\/1\.1 1\d\d/)]).toEqual([200, null])
    expect(answer.headers.get('transfer-encoding')).toBeNull()
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const hasBody = sent.startsWith('GET')
    expect(answer.body.length > 0).toBe(hasBody)
    const length = Number(answer.headers.get('content-length'))
    expect(hasBody ? length : 0).toBe(answer.body.length)
  },
)

test.for(processes)(
  '%s: HTTP/1.0 keeps its connection where it asks to, and only there',
  async (process) => {
    const [kept, once] = [lines(first, 'Connection: keep-alive'), lines(first)]
    const both = await ask(process, kept + kept, 2)
    expect(both.text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    expect([both.headers.get('connection'), both.isClosed]).toEqual(['keep-alive', false])
    const one = await ask(process, once + once, 2)
    expect(one.text.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect([one.headers.get('connection'), one.isClosed]).toEqual(['close', true])
  },
)

test.for(processes)('%s: what is not ready is 503 by HEAD and OPTIONS too', async (process) => {
  isUp = false
  try {
    for (const asked of [
      'GET /readyz HTTP/1.0',
      'HEAD /readyz HTTP/1.0',
      'OPTIONS / HTTP/1.0',
      'OPTIONS * HTTP/1.0',
    ])
      expect([asked, (await ask(process, lines(asked))).status]).toEqual([asked, 503])
    expect((await ask(process, lines('GET /livez HTTP/1.0'))).status).toBe(200)
    expect((await ask(process, lines('OPTIONS /livez HTTP/1.0'))).status).toBe(200)
  } finally {
    isUp = true
  }
})

const refused: readonly (readonly [about: string, sent: string])[] = [
  ['two Host lines', lines('GET /livez HTTP/1.1', 'Host: a', 'Host: a')],
  ['two Host lines of HTTP/1.0', lines('GET /livez HTTP/1.0', 'Host: a', 'host: b')],
  ['an empty Host line and another', lines('GET /livez HTTP/1.1', 'Host:', 'Host: b')],
  ['HTTP/1.1 without Host', lines('GET /livez HTTP/1.1')],
  ['HTTP/1.1 without Host, with a whole address', lines('GET http://a/livez HTTP/1.1')],
  ['a Host with a space', lines('GET /livez HTTP/1.1', 'Host: a b')],
  ['a Host with a path', lines('GET /livez HTTP/1.1', 'Host: a/b')],
  ['a Host with a list', lines('GET /livez HTTP/1.1', 'Host: a, b')],
  ['a Host with a user', lines('GET /livez HTTP/1.1', 'Host: x@a')],
  ['a Host with a port that is none', lines('GET /livez HTTP/1.1', 'Host: a:http')],
  ['a Host with an open bracket', lines('GET /livez HTTP/1.1', 'Host: [::1')],
  ['a Host with a broken escape', lines('GET /livez HTTP/1.1', 'Host: a%zz')],
  ['a Host that is an invalid one of HTTP/1.0', lines('GET /livez HTTP/1.0', 'Host: a b')],
  ['a whole address with a user', lines('GET http://x@a/livez HTTP/1.1', 'Host: a')],
  ['a whole address without a host', lines('GET http:///livez HTTP/1.1', 'Host: a')],
  ['a target that is no path', lines('GET livez HTTP/1.1', 'Host: a')],
  ['a target of another scheme', lines('GET ftp://a/livez HTTP/1.1', 'Host: a')],
  ['* of another method', lines('GET * HTTP/1.1', 'Host: a')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 'GET /livez\r\n\r\n'],
  ['HTTP/1.2', lines('GET /livez HTTP/1.2', 'Host: a')],
  [
    'a header that goes on in the next line',
    lines('GET /livez HTTP/1.1', 'Host: a', 'X-A: b', ' c'),
  ],
  ['lines that end without a return', 'GET /livez HTTP/1.1\nHost: a\n\n'],
  ['a name with a space behind it', lines('GET /livez HTTP/1.1', 'Host : a')],
  [
    'both lengths of a body',
    lines('GET /livez HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked') +
      '0\r\n\r\n',
  ],
  [
    'two lengths of a body',
    lines('GET /livez HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Content-Length: 6') + 'hello!',
  ],
  [
    'a coding of the body that is not chunked last',
    lines('GET /livez HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked, gzip') + '0\r\n\r\n',
  ],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
]

test.for(processes.flatMap((process) => refused.map((form) => [process, ...form] as const)))(
  '%s: %s is 400, and the connection is closed',
  async ([process, , sent]) => {
    const answer = await ask(process, sent)
    expect([answer.status, answer.headers.get('connection'), answer.isClosed]).toEqual([
      400,
      'close',
      true,
    ])
  },
)

test.for(processes)('%s: CONNECT gets an answer, and no tunnel', async (process) => {
  const answer = await ask(
    process,
    lines('CONNECT 10.0.0.1:22 HTTP/1.1', 'Host: 10.0.0.1:22') + 'SSH-2.0-x\r\n',
  )
  expect([answer.status, answer.isClosed]).toEqual([405, true])
})

test('a method that a probe has not is 405, and says which it has', async () => {
  for (const method of ['POST', 'DELETE', 'TRACE', 'PATCH']) {
    const sent = lines(`${method} /readyz HTTP/1.1`, host, 'Content-Length: 0')
    const answer = await ask('an API', sent)
    expect([method, answer.status]).toEqual([method, 405])
    expect(answer.headers.get('allow')).toMatch(/^GET, HEAD/)
  }
})
