// Answers that leave before their request has come whole: they say that the connection closes, a client that asks first
// is never told to send, and one that writes first sees them.
import { request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#src/platform/errors.ts'
import { createHttpServer } from '#src/platform/http/server.ts'
import { listen } from '#test/support/servers/listen.ts'
import { lines, sendRaw } from './raw.ts'
import { notePath, tinyApp } from './tiny-app.ts'

const MiB = 1024 * 1024
const limit = { allowed: true, limit: 9, remaining: 8, resetSeconds: 1, retryAfterSeconds: 2 }

let server: Server
let port = 0
let accepted: Socket[] = []

beforeAll(async () => {
  const tiny = await tinyApp({
    async authenticate(authorization) {
      if (authorization === undefined) throw new Problem('unauthorized')
      const scopes = authorization === 'Bearer none' ? [] : ['transactions:write']
      const tenant = authorization === 'Bearer many' ? 'many' : 'acme'
      return { tenant, mode: 'sandbox', scopes: new Set(scopes), client: 'app' }
    },
    admitTenant: () => undefined,
    rateLimit: async ({ tenant }) => ({ ...limit, allowed: tenant !== 'many' }),
  })
  server = createHttpServer(tiny.app, tiny)
  server.on('connection', (socket) => accepted.push(socket))
  port = await listen(server)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Early = { readonly about: string; readonly path?: string; readonly head: readonly string[] }
const json = 'Content-Type: application/json'
const early: readonly (Early & { readonly status: number; readonly bytes: number })[] = [
  { about: 'no credential', status: 401, head: [json], bytes: 20 * MiB },
  { about: 'no scope', status: 403, head: [json, 'Authorization: Bearer none'], bytes: 20 * MiB },
  { about: 'too many', status: 429, head: [json, 'Authorization: Bearer many'], bytes: 20 * MiB },
  { about: 'no route', status: 404, path: '/v1/nothing', head: [json], bytes: 20 * MiB },
  { about: 'no such method', status: 405, path: '/v1/notes', head: [json], bytes: 20 * MiB },
  { about: 'too large', status: 413, head: [json, 'Authorization: Bearer a'], bytes: 30 * MiB },
  {
    about: 'another site',
    status: 403,
    path: '/button',
    head: ['Sec-Fetch-Site: cross-site'],
    bytes: 2 * MiB,
  },
  { about: 'two hosts', status: 400, head: [json, 'Host: b'], bytes: 20 * MiB },
]

const headOf = ({ path = notePath, head }: Early, ...more: readonly string[]) =>
  lines(`POST ${path} HTTP/1.1`, 'Host: a', ...head, ...more)

test.for(early)('$about: $status says that it closes, declared or in chunks', async (one) => {
  const declared = await sendRaw(port, [headOf(one, `Content-Length: ${one.bytes}`)])
  expect([declared.status, declared.headers.get('connection')]).toEqual([one.status, 'close'])
  if (one.status === 413) return
  const chunked = await sendRaw(port, [headOf(one, 'Transfer-Encoding: chunked'), '5\r\nhel'])
  expect([chunked.status, chunked.headers.get('connection')]).toEqual([one.status, 'close'])
})

test.for(early)('$about: a client that asks first gets $status, and sends nothing', async (one) => {
  const head = headOf(one, `Content-Length: ${one.bytes}`, 'Expect: 100-continue')
  const answer = await sendRaw(port, [head])
  expect(answer.text).toMatch(new RegExp(`^HTTP/1\\.1 ${one.status} `))
  expect(answer.headers.get('connection')).toBe('close')
})

test('a client that asks first and may send is told to, once', async () => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += String(data)
    if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('{"text":"a"}')
  })
  const own = { head: [json, 'Authorization: Bearer a'], about: '' }
  socket.write(headOf(own, 'Content-Length: 12', 'Expect: 100-continue', 'Connection: close'))
  await new Promise((resolve) => {
    socket.on('close', resolve)
  })
  expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
})

/** Writes all of it before it looks at anything that comes, as simple clients do. */
async function writeFirst(head: string, bytes: number, isChunked = false): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  const failed = Promise.withResolvers<string>()
  socket.on('error', (error: NodeJS.ErrnoException) => failed.resolve(`reset: ${error.code}`))
  socket.write(head)
  const part = new Uint8Array(256 * 1024)
  const written = (async () => {
    for (let at = 0; at < bytes; at += part.byteLength) {
      if (isChunked) socket.write(`${part.byteLength.toString(16)}\r\n`)
      const isRoomy = socket.write(part)
      if (isChunked) socket.write('\r\n')
      if (!isRoomy) await new Promise((resolve) => socket.once('drain', resolve))
    }
    if (isChunked) socket.write('0\r\n\r\n')
    return ''
  })()
  const fault = await Promise.race([written, failed.promise])
  if (fault !== '') return fault
  // What the answer would have met had it been lost: the reset is there by now.
  await sleep(50)
  let text = ''
  socket.on('data', (data) => {
    text += String(data)
  })
  const ended = new Promise<string>((resolve) => {
    socket.on('end', () => resolve(text))
  })
  socket.resume()
  const answer = await Promise.race([ended, failed.promise])
  socket.destroy()
  return answer
}

test.for(early)('$about: a client that writes all of it first sees its $status', async (one) => {
  const head = headOf(one, `Content-Length: ${one.bytes}`)
  expect(await writeFirst(head, one.bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${one.status} `))
  const chunked = headOf(one, 'Transfer-Encoding: chunked')
  const answer = await writeFirst(chunked, one.bytes, true)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${one.status} `))
})

test("node's own client sees the answer to what it still writes", async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 20 * MiB }
    const onward = request({ port, host: '127.0.0.1', path: notePath, method: 'POST', headers })
    onward.on('response', (answer) => resolve(answer.statusCode))
    onward.on('error', reject)
    onward.end(new Uint8Array(20 * MiB))
  })
  expect(status).toBe(401)
})

test('an answer to a request that has come whole leaves its connection open', async () => {
  const body = '{"text":"a"}'
  const own = { head: [json], about: '' }
  const sent = headOf(own, `Content-Length: ${body.length}`) + body
  const answers = await sendRaw(port, [sent + sent], 2)
  expect(answers.text.match(/HTTP\/1\.1 401/g)).toHaveLength(2)
  expect([answers.headers.get('connection'), answers.isClosed]).toEqual(['keep-alive', false])
})

test('whoever goes on without end is cut off after 32 MiB', async () => {
  accepted = []
  const own = { head: [json], about: '' }
  const answer = await writeFirst(headOf(own, `Content-Length: ${400 * MiB}`), 400 * MiB)
  expect(answer).toMatch(/^reset: E(?:PIPE|CONNRESET)/)
  expect(accepted).toHaveLength(1)
  expect(accepted[0]?.destroyed).toBe(true)
  expect(accepted[0]?.bytesRead).toBeLessThan(34 * MiB)
})

test('whoever sends nothing more is cut off after some seconds, and holds nothing', async () => {
  accepted = []
  const own = { head: [json], about: '' }
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(headOf(own, `Content-Length: ${MiB}`))
  await expect.poll(() => accepted[0]?.destroyed, { timeout: 20_000 }).toBe(true)
  socket.destroy()
})
