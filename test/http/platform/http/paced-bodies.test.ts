// Pictures of pages over real sockets, where anybody can declare a body: one that does not come holds up nobody.
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHttpServer } from '#src/platform/http/server.ts'
import { createImageCapacity } from '#src/platform/http/request/image-capacity.ts'
import { tinyApp } from './tiny-app.ts'

const largest = 26_214_400
const halfMinute = 30_000

let server: Server
let port = 0
/** What has come of all bodies. */
let came = 0
let sockets: Socket[] = []

beforeEach(async () => {
  came = 0
  const capacity = createImageCapacity()
  const tiny = await tinyApp({
    proxyHops: 1,
    imageCapacity: {
      ...capacity,
      runPage: (address, work) =>
        capacity.runPage(address, ({ received, complete }) =>
          work({
            complete,
            received(bytes) {
              received(bytes)
              came += bytes
            },
          }),
        ),
    },
  })
  server = createHttpServer(tiny.app, tiny)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  sockets = []
  server.closeAllConnections()
  server.close()
})

/** A request whose body is still to come, from that address. */
async function begin(address: string) {
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
  const head = ['PUT /picture HTTP/1.1', 'Host: x', `X-Forwarded-For: ${address}`]
  const arrived = new Promise((resolve) => {
    server.once('request', resolve)
  })
  socket.write([...head, `Content-Length: ${largest}`, '', ''].join('\r\n'))
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
