// Pages over real sockets: who cannot be let in is answered before a body comes, and what is let in costs little.
import { connect } from 'node:net'
import { expect } from 'vitest'
import { createHttpServer } from '#src/platform/http/server.ts'
import { listen } from '#test/support/servers/listen.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const link = '/c/l/0192f0c0-0000-7000-8000-000000000000'

test('a stranger is answered before the body comes, and a form of a page has 16 KiB', async ({
  db,
}) => {
  const { fetch: answer, deps } = await createTestApp(db)
  const server = createHttpServer({ fetch: answer }, deps)
  const port = await listen(server)
  const statusOf = (method: string, path: string, length: number, body = '') =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1').on('error', () => resolve('broken'))
      socket.on('data', (data) => {
        resolve(String(data).slice(9, 12))
        socket.destroy()
      })
      const type = 'Content-Type: multipart/form-data; boundary=a'
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${length}\r\n\r\n${body}`,
      )
    })
  const largest = 26_214_400
  const put = `${link}/step/captures/front/${'0'.repeat(64)}`
  expect(await statusOf('PUT', put, largest)).toBe('401')
  expect(await statusOf('POST', `${link}/file/document-file-front`, largest)).toBe('303')
  expect(await statusOf('POST', `${link}/step/consent`, 16_384)).toBe('303')
  expect(await statusOf('POST', '/c/unknown', 16_384)).toBe('410')
  expect(await statusOf('POST', '/t/unknown', 1_048_576)).toBe('413')
  const pairs = 'a&'.repeat(8_192)
  const spent = await processorMs(async () => {
    expect(await statusOf('POST', '/t/unknown', pairs.length, pairs)).toBe('400')
    const callback = await fetch(`http://127.0.0.1:${port}/hooks/twilio/status`, {
      method: 'POST',
      body: 'a&'.repeat(32_768),
    })
    // Of a vendor without an account nothing is read.
    expect(callback.status).toBe(404)
  })
  expect(spent).toBeLessThan(500)
  server.closeAllConnections()
  server.close()
})
