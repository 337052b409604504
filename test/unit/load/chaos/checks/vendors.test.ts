import { expect, test } from 'vitest'
import { countBought } from '#test/load/chaos/checks/vendors.ts'
import { bureauDialect } from '#test/support/vendors/check-dialects.ts'
import { startCheckServer } from '#test/support/vendors/check-server.ts'

test('what a bureau has answered with 429 is no purchase, and whatever else it was asked for is one', async () => {
  const bureau = await startCheckServer(bureauDialect)
  const buy = async (key: string) => {
    const headers = { 'x-transaction': 'a', 'idempotency-key': key }
    await fetch(`${bureau.url}/people`, { method: 'POST', headers, body: '{"q":{}}' })
  }
  for (const behaviour of ['rate', 'error', 'garbage', 'answer'] as const) {
    bureau.behaviour = behaviour
    await buy(behaviour)
  }
  expect(countBought({ bureau }).get('a')).toEqual(['error', 'garbage', 'answer'])
  await bureau.close()
})
