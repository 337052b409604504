// Revocation lists are fetched as everything else is that goes out: to the addresses of the settings, to no private one
// that they do not name, and never further.
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readSignedFiles } from '#src/main/config/signed-files.ts'
import { fetchList, openSignedFiles } from '#src/main/ports/signed-files.ts'
import { createMetrics } from '#src/platform/metrics.ts'
import { listen } from '#test/support/servers/listen.ts'
import { issue, listRevoked } from '#test/support/biometrics/authority.ts'

const list = await listRevoked(await issue({ name: 'AC', authority: 0 }))

async function serve(listener: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    listener(request, answer)
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${port}`
  return { asked, host, url: `http://${host}/ac.crl` }
}

test('a list is read byte for byte', async () => {
  const { url, host } = await serve((_, answer) => answer.end(list))
  const read = await fetchList(url, [host])
  expect(read?.nextUpdate.getTime()).toBeGreaterThan(Date.now())
  expect(read?.signature.length).toBeGreaterThan(60)
})

test('a private address that the settings do not name is not asked', async () => {
  const { url, asked } = await serve((_, answer) => answer.end(list))
  expect(await fetchList(url, [])).toBeUndefined()
  expect(asked).toEqual([])
})

test.each<[string, RequestListener]>([
  ['leads elsewhere', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end()],
  ['answers a page', (_, answer) => answer.end('<html></html>')],
  ['answers nothing', (_, answer) => answer.end()],
  ['fails', (_, answer) => answer.writeHead(503).end(list)],
  ['breaks off', (_, answer) => void answer.writeHead(200, { 'content-length': '9999' }).write(list, () => answer.destroy())],
])('there is no list where the server %s', async (_name, listener) => {
  const { url, host, asked } = await serve(listener)
  expect(await fetchList(url, [host])).toBeUndefined()
  expect(asked).toEqual(['/ac.crl'])
}) // prettier-ignore

test('how long each list is good for is measured, and 0 where there is none', async () => {
  const { url, host } = await serve((_, answer) => answer.end(list))
  const gone = `http://${host.replace(/\d+$/, '1')}/gone.crl`
  const settings = { lists: [url, gone], privateHosts: [host] }
  const config = readSignedFiles({
    SIGNED_FILES: JSON.stringify(settings),
    SIGNED_FILES_FILE: undefined,
  })
  const metrics = createMetrics()
  await using parts = new AsyncDisposableStack()
  const warned: unknown[] = []
  const log = { warn: (...said: unknown[]) => void warned.push(said) }
  const trust = openSignedFiles(config, { log, metrics } as never, parts)
  await expect.poll(() => trust().lists.length).toBe(1)
  const shown = await metrics.registry.getSingleMetricAsString(
    'atesta_revocation_list_left_seconds',
  )
  const left = (of: string) => Number(new RegExp(`list="${of}"\\} (\\S+)`).exec(shown)?.[1])
  expect(left(url)).toBeGreaterThan(3_600)
  expect(left(gone)).toBe(0)
})
