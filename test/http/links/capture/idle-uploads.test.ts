// putLinkCapture over real sockets: nobody with a picture waits for connections that bring none.
import { connect } from 'node:net'
import { expect } from 'vitest'
import { listen } from '#test/support/servers/listen.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { createHttpServer } from '#src/platform/http/server.ts'

const path = `/c/l/x/step/captures/front/${'0'.repeat(64)}`

test('401, and not 503, while others have declared the largest picture and send nothing', async ({
  db,
}) => {
  const { fetch: answer, deps } = await createTestApp(db)
  const server = createHttpServer({ fetch: answer }, deps)
  const port = await listen(server)
  const head = `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 26214400\r\n\r\n`
  const idle = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  for (const socket of idle) {
    const arrived = new Promise((resolve) => {
      server.once('request', resolve)
    })
    socket.write(head)
    await arrived
  }
  const sent = { method: 'PUT', body: new Uint8Array(200_000) }
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, sent)
  for (const socket of idle) socket.destroy()
  server.closeAllConnections()
  server.close()
  expect(status).toBe(401)
})
