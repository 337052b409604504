// Bodies over real sockets, where anybody can declare one: what does not come holds up nobody, and what has come is
// bounded, for an address and for all.
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHttpServer } from '#src/platform/http/server.ts'
import { createBodyBudget } from '#src/platform/http/request/body-budget.ts'
import { listen } from '#test/support/servers/listen.ts'
import { notePath, principal, tinyApp } from './tiny-app.ts'

const largest = 26_214_400
const halfMinute = 30_000

let server: Server
let port = 0
/** What has come of all bodies. */
let came = 0
let sockets: Socket[] = []

beforeEach(async () => {
  came = 0
  const budget = createBodyBudget()
  const tiny = await tinyApp({
    proxyHops: 1,
    authenticate: async (authorization) => ({ ...principal, tenant: authorization ?? '' }),
    bodyBudget: {
      hold: (owner, work) =>
        budget.hold(owner, (reservation) =>
          work({
            ...reservation,
            received(bytes) {
              reservation.received(bytes)
              came += bytes
            },
          }),
        ),
    },
  })
  server = createHttpServer(tiny.app, tiny)
  port = await listen(server)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  sockets = []
  server.closeAllConnections()
  server.close()
})

type Beginning = { readonly path?: string; readonly size?: number; readonly bearer?: string }

/** A request whose body is still to come, from that address. */
async function begin(
  address: string,
  { path = 'PUT /picture', size = largest, bearer }: Beginning = {},
) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const state = { received: '', isClosed: false }
  socket.setEncoding('utf8')
  socket.on('data', (data) => {
    state.received += String(data)
  })
  socket.on('close', () => {
    state.isClosed = true
  })
  socket.on('error', () => {})
  const head = [
    `${path} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${address}`,
    ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
  ]
  const arrived = new Promise((resolve) => {
    server.once('request', resolve)
  })
  socket.write([...head, `Content-Length: ${size}`, '', ''].join('\r\n'))
  await arrived
  /** Resolves when the server has read it. */
  const send = async (bytes: number) => {
    const expected = came + bytes
    socket.write(new Uint8Array(bytes))
    await expect.poll(() => came).toBe(expected)
  }
  return { state, socket, send }
}

const put = (address: string, bytes: number) =>
  fetch(`http://127.0.0.1:${port}/picture`, {
    method: 'PUT',
    headers: { 'x-forwarded-for': address },
    body: new Uint8Array(bytes),
  })

test('bodies that are declared and do not come hold up nobody, not even at their own address', async () => {
  for (let count = 0; count < 100; count += 1) await begin('192.0.2.1')
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    const answer = await put(address, 200_000)
    expect([answer.status, await answer.json()]).toEqual([200, { size: 200_000 }])
  }
})

test('503 busy after half a minute without a body, and the connection is closed', async () => {
  const { state } = await begin('192.0.2.1')
  await vi.advanceTimersByTimeAsync(halfMinute - 1)
  expect(state).toEqual({ received: '', isClosed: false })
  await vi.advanceTimersByTimeAsync(1)
  await expect.poll(() => state.received).toMatch(/^HTTP\/1\.1 503 [^]*"code":"busy"/)
  expect(state.received.toLowerCase()).toContain('retry-after: 1')
  await expect.poll(() => state.isClosed, { timeout: 3_000 }).toBe(true)
})

test('a slow line is waited for as long as each half minute brings some of the picture', async () => {
  const { state, socket, send } = await begin('192.0.2.1')
  for (let minute = 0; minute < 4; minute += 1) {
    await send(80_000)
    await vi.advanceTimersByTimeAsync(halfMinute)
  }
  expect(state.received).toBe('')
  await send(largest - 4 * 80_000)
  await expect.poll(() => state.received).toContain(`{"size":${largest}}`)
  socket.destroy()
})

test('a picture that stops in the middle gives back what it has taken', async () => {
  const first = await begin('192.0.2.1')
  const second = await begin('192.0.2.1')
  await first.send(10_000_000)
  await second.send(6_000_000)
  expect((await put('192.0.2.1', 5_000_000)).status).toBe(503)
  await vi.advanceTimersByTimeAsync(2 * halfMinute)
  await expect.poll(() => first.state.received).toMatch(/^HTTP\/1\.1 503 /)
  await expect.poll(() => second.state.received).toMatch(/^HTTP\/1\.1 503 /)
  expect((await put('192.0.2.1', 5_000_000)).status).toBe(200)
})

test('what one address has sent leaves capacity to the others', async () => {
  const first = await begin('192.0.2.1')
  const second = await begin('192.0.2.1')
  await first.send(12_000_000)
  second.socket.write(new Uint8Array(12_000_000))
  await expect.poll(() => second.state.received).toMatch(/^HTTP\/1\.1 503 [^]*"code":"busy"/)
  expect(first.state.received).toBe('')
  expect((await put('192.0.2.2', 20_000_000)).status).toBe(200)
})

const button = { path: 'POST /button', size: 1_048_576 }
const note = { path: `POST ${notePath}`, size: 1_048_576, bearer: 'some' }

const press = (address: string, bytes: number) =>
  fetch(`http://127.0.0.1:${port}/button`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new Uint8Array(bytes),
  })

/** Begins so many, each with all but its last byte; how many are told that there is no room. */
async function flood(count: number, addressOf: (at: number) => string, what: typeof button) {
  const begun: Awaited<ReturnType<typeof begin>>[] = []
  for (let at = 0; at < count; at += 1) {
    const one = await begin(addressOf(at), what)
    one.socket.write(new Uint8Array(what.size - 1))
    begun.push(one)
  }
  return begun
}

const refusedOf = (begun: readonly { state: { received: string } }[]) =>
  begun.filter(({ state }) => state.received.startsWith('HTTP/1.1 503')).length

test('of 60 forms of one address that are held open, all /64 of it, four are held and the others told', async () => {
  const begun = await flood(60, (at) => `[2001:db8::${at.toString(16)}]:4711`, button)
  await expect.poll(() => refusedOf(begun)).toBe(56)
  expect((await press('192.0.2.2', 900_000)).status).toBe(200)
  expect((await press('2001:db8::1', 1_000_000)).status).toBe(503)
})

test('from however many addresses, and a smaller one is taken in place of a larger', async () => {
  const begun = await flood(60, (at) => `192.0.2.${at}`, button)
  await expect.poll(() => refusedOf(begun)).toBeGreaterThanOrEqual(41)
  const before = refusedOf(begun)
  expect((await press('198.51.100.1', 10_000)).status).toBe(200)
  expect((await press('198.51.100.1', 100_000)).status).toBe(200)
  await expect.poll(() => refusedOf(begun)).toBeLessThanOrEqual(before + 2)
})

test('those without a credential leave room to those with one, and one tenant to another', async () => {
  await flood(60, (at) => `192.0.2.${at}`, button)
  const begun = await flood(60, () => '192.0.2.1', note)
  await expect.poll(() => refusedOf(begun)).toBeGreaterThanOrEqual(41)
  const own = await fetch(`http://127.0.0.1:${port}${notePath}`, {
    method: 'POST',
    headers: { authorization: 'Bearer of-other', 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x' }),
  })
  expect(own.status).toBe(201)
})

test.each([button, note])(
  '503 busy after half a minute without the end of a small body: $path',
  async (what) => {
    const one = await begin('192.0.2.1', { ...what, size: 100 })
    one.socket.write('{')
    await vi.advanceTimersByTimeAsync(halfMinute)
    await expect.poll(() => one.state.received).toMatch(/^HTTP\/1\.1 503 [^]*"code":"busy"/)
  },
)

test('a body that comes byte by byte counts what its pieces hold', async () => {
  const one = await begin('192.0.2.1', { ...button, size: 60_000 })
  one.socket.setNoDelay(true)
  for (let at = 0; at < 50; at += 1) {
    const before = came
    one.socket.write('x')
    await expect.poll(() => came, { interval: 1 }).toBeGreaterThan(before)
  }
  expect(came).toBeGreaterThan(50 * 200)
})
