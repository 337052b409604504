// What only a real socket shows: bodies that are still coming when they are refused, headers that
// come twice, hosts that are none.
import { connect } from 'node:net'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#src/platform/errors.ts'
import { createHttpServer } from '#src/platform/http/server.ts'
import { listen } from '#test/support/servers/listen.ts'
import { notePath, principal, problem, tinyApp } from './tiny-app.ts'

let server: Server
let port = 0
let lines: Record<string, unknown>[] = []
let measured: () => Promise<string>

beforeAll(async () => {
  const tiny = await tinyApp({
    authenticate: async (authorization) => {
      if (authorization?.includes(',')) throw new Problem('unauthorized')
      return principal
    },
  })
  lines = tiny.lines
  measured = () => tiny.metrics.registry.metrics()
  server = createHttpServer(tiny.app, tiny)
  port = await listen(server)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends the bytes as they are, and gives back all that came until the connection closed. */
async function send(...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  for (const part of parts) socket.write(part)
  await new Promise((resolve) => {
    socket.on('close', resolve)
    setTimeout(() => socket.destroy(), 300)
  })
  return received
}

const head = (...lines: string[]) =>
  [
    `POST ${notePath} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

test('2 MiB of JSON get their 413, declared or chunked', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })
  const chunked = new ReadableStream({
    start(controller) {
      for (let at = 0; at < body.length; at += 65_536) {
        controller.enqueue(new TextEncoder().encode(body.slice(at, at + 65_536)))
      }
      controller.close()
    },
  })
  for (const sent of [body, chunked]) {
    const answer = await fetch(`http://127.0.0.1:${port}${notePath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
      duplex: 'half',
    })
    expect(await problem(answer)).toMatchObject({ code: 'payload-too-large', status: 413 })
  }
})

test('a body that never ends is refused at the limit', async () => {
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
  const received = await send(head('Transfer-Encoding: chunked'), ...Array<string>(20).fill(chunk))
  expect(received).toMatch(/^HTTP\/1\.1 413 /)
})

test('two Authorization headers are refused', async () => {
  const twice = ['Authorization: Bearer a.b.c', 'Authorization: Bearer a.b.c']
  expect(await send(head(...twice, 'Content-Length: 2', 'Connection: close'), '{}')).toMatch(
    /^HTTP\/1\.1 401 /,
  )
})

test('a client that breaks off in the middle leaves no internal error behind', async () => {
  const before = lines.length
  await send(head('Content-Length: 100'), '{"text":')
  await expect.poll(() => lines.slice(before).map(({ status }) => status)).toEqual([400])
})

test('TRACE gives nothing back of what was sent, and two lengths of one body are no request', async () => {
  const traced = await send(
    `TRACE /v1/notes HTTP/1.1\r\nHost: localhost\r\nX-Name: ${secret}\r\nConnection: close\r\n\r\n`,
  )
  expect(traced).toMatch(/^HTTP\/1\.1 405 /)
  expect(traced).not.toContain(secret)
  const two = head('Content-Length: 4', 'Transfer-Encoding: chunked')
  expect(await send(two, '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

test('an address with broken escapes is 404 or 400, never more', async () => {
  for (const path of ['/v1/notes/%', '/v1/notes/%C3%28', '/%00', '//v1/notes', '/v1/notes?a=%']) {
    const received = await send(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 40[0345] /)
  }
})

/** Head and problem of an answer as it came over the wire. */
async function read(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = new Headers(fields.map((line) => line.split(': ') as [string, string]))
  return { status: Number(first.split(' ')[1]), headers, body: await problem(new Response(body)) }
}

const secret = 'maria-52998224725'

test.for([
  ['headers of 20 kB', head(`X-Name: ${secret}${'x'.repeat(20_000)}`), 'larger than 16 KiB'],
  ['an Authorization of 20 kB', head(`Authorization: ${'x'.repeat(20_000)}`), 'larger than 16 KiB'],
  ['what is no HTTP', `${secret}\r\n\r\n`, 'not HTTP/1.1'],
  ['no Host', `GET /v1/notes HTTP/1.1\r\nX-Name: ${secret}\r\n\r\n`, 'Host header'],
  ['a Host that is none', `GET / HTTP/1.1\r\nHost: ${secret} x/y\r\n\r\n`, 'Host header'],
  ['GET *', 'GET * HTTP/1.1\r\nHost: localhost\r\n\r\n', 'Host header'],
] as const)(
  '%s: 400 with problem body and Request-Id, counted and logged once',
  async ([, sent, detail]) => {
    const labels = 'method="unknown",route="unmatched",status="400"'
    const count = new RegExp(`atesta_http_request_duration_seconds_count\\{${labels}\\} (\\d+)`)
    const counted = async () => Number(count.exec(await measured())?.[1] ?? 0)
    const [before, countedBefore] = [lines.length, await counted()]
    const { status, headers, body } = await read(await send(sent))
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect(body).toMatchObject({ code: 'invalid-request', status: 400 })
    expect(body.detail).toContain(detail)
    expect(headers.get('request-id')).toBe(body.requestId)
    const logged = lines.slice(before)
    expect(logged).toEqual([
      expect.objectContaining({ status: 400, code: 'invalid-request', requestId: body.requestId }),
    ])
    expect(JSON.stringify([body, logged])).not.toContain('maria')
    expect(await counted()).toBe(countedBefore + 1)
  },
)

test('a body that is not chunked as it says: 400 with problem body, logged once', async () => {
  const before = lines.length
  const received = await send(head('Transfer-Encoding: chunked'), `zz${secret}\r\n`)
  const { status, body } = await read(received)
  expect([status, body.code]).toEqual([400, 'invalid-request'])
  await expect.poll(() => lines.slice(before).map((line) => line['status'])).toEqual([400])
  expect(JSON.stringify([body, lines])).not.toContain('maria')
})

test('a path that is not written as it is routed leads nowhere', async () => {
  for (const path of [
    '/c/../readyz',
    '/./readyz',
    '/%2e/readyz',
    '/c/%2E%2e/readyz',
    '/c\\..\\readyz',
  ]) {
    const received = await send(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    const { status, body } = await read(received)
    expect([path, status, body.code]).toEqual([path, 404, 'no-such-path'])
  }
})

test('an expectation that nobody knows is ignored', async () => {
  const received = await send(
    'GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
  )
  expect((await read(received)).body.code).toBe('no-such-path')
})
