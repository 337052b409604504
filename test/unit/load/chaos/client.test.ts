import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createCarefulClient } from '#test/load/client.ts'
import { createChance } from '#test/load/chance.ts'

/** A client of an API that answers 503 so often, and then as it should. */
async function openClient(refusals: number, thereMs: () => number) {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(asked <= refusals ? 503 : 200).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because the server listens on a TCP port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const chance = createChance(1, 1)
  const plan = { urls: [url, url] as const, token: 'one', chance, faults: [], patienceMs: 50 }
  return {
    ask: () => createCarefulClient({ ...plan, thereMs }).send('GET', '/v1/transaction'),
    [Symbol.dispose]: () => server.close(),
  }
}

test('a client waits on while nobody is there to answer', async () => {
  using client = await openClient(3, () => 0)
  expect(await client.ask()).toMatchObject({ status: 200 })
})

test('what is there and does not answer for too long is a fault', async () => {
  using client = await openClient(30, () => performance.now())
  await expect(client.ask()).rejects.toThrow('is not answered: 503')
})
