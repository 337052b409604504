// A process behind a real nginx, which the drill `front` tries at length: what it answers early arrives, and connections
// are kept.
import { expect } from 'vitest'
import { createCaller } from '#test/support/caller.ts'
import { hasNginx, startNginx } from '#test/support/servers/balancers.ts'
import { countConnections, refusedUploads } from '#test/support/servers/through-balancer.ts'
import type { ProcessTest } from './apis.ts'

export function behindNginx(test: ProcessTest): void {
  const nginxTest = test.skipIf(!hasNginx)

  nginxTest(
    'behind nginx (Debian’s package nginx-light) a refused upload of 25 MiB gets its answer, whether nginx takes it whole first or hands it on',
    async ({ stage: { ending } }) => {
      await using nginx = await startNginx([Number(new URL(ending.api.url).port)])
      const id = await createCaller(nginx.url).create('upload@example.com')
      const expected = [
        [401, '3 × 401'],
        [413, '3 × 413'],
      ]
      for (const url of [nginx.url, nginx.unbufferedUrl ?? ''])
        expect([...(await refusedUploads(url, id, 3))]).toEqual(expected)
    },
  )

  nginxTest(
    'behind nginx (Debian’s package nginx-light) calls go over connections that are kept',
    async ({ stage: { ending } }) => {
      const ports = [Number(new URL(ending.api.url).port)]
      await using nginx = await startNginx(ports)
      const caller = createCaller(nginx.url)
      const id = await caller.create('kept@example.com')
      const before = countConnections(ports)
      for (let count = 0; count < 50; count += 1)
        expect((await caller.send('GET', `/v1/transaction/${id}`)).status).toBe(200)
      expect(countConnections(ports, before).size).toBeLessThanOrEqual(2)
    },
  )
}
