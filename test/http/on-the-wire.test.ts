// What only a real socket shows: bodies that are still coming when they are refused, headers that
// come twice, hosts that are none.
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#src/errors.ts'
import { notePath, principal, problem, tinyApp } from './tiny-app.ts'

const server = createServer()
let port = 0
let lines: Record<string, unknown>[] = []

beforeAll(async () => {
  const tiny = await tinyApp({
    authenticate: async (authorization) => {
      if (authorization?.includes(',')) throw new Problem('unauthorized')
      return principal
    },
  })
  lines = tiny.lines
  const listener = getRequestListener(tiny.app.fetch)
  server.on('request', (req, res) => void listener(req, res))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
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

test('an address with broken escapes is 404 or 400, never more', async () => {
  for (const path of ['/v1/notes/%', '/v1/notes/%C3%28', '/%00', '//v1/notes', '/v1/notes?a=%']) {
    const received = await send(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 40[0345] /)
  }
})
