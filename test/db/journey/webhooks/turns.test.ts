// Where there are too few calls for all, tenants take turns: nobody's slow servers keep another's events waiting.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { claimDue } from '#src/journey/webhooks/claim.ts'
import type { Db } from '#src/platform/db/client.ts'
import { ownerTest as test } from '#test/db/fixture.ts'
import { insertEndpoint } from '#test/support/webhooks.ts'

/** An endpoint with deliveries that are due for so many seconds. */
async function listen(db: Db, tenant: string, count: number, seconds: number): Promise<string> {
  const id = await insertEndpoint(db, tenant)
  await db.execute(sql`
    insert into webhook_delivery (id, endpoint_id, event_id, type, status, due_at, since, tries)
    select gen_random_uuid(), ${id}, gen_random_uuid(), 'webhook.tested', 'pending',
      now() - ${seconds}::integer * interval '1 second', now(), '[]' from generate_series(1, ${count}::integer)`)
  return id
}

test('a tenant with many slow endpoints and an older backlog takes turns with one that has few', async ({
  db,
}) => {
  const [slow, small] = [`slow-${randomUUID()}`, `small-${randomUUID()}`]
  for (let count = 0; count < 20; count += 1) await listen(db, slow, 20, 60)
  const one = await listen(db, small, 6, 5)
  const busy = new Map<string, number>()
  const take = async (max: number) => {
    const claimed = await claimDue(db, { busy, max, leaseMs: 60_000 })
    for (const { endpoint } of claimed) busy.set(endpoint.id, (busy.get(endpoint.id) ?? 0) + 1)
    return claimed.filter(({ endpoint }) => endpoint.tenant === small).length
  }
  expect(await take(4)).toBe(2)
  // What is under way counts: the one with two of four gets more than half of what is free.
  busy.set(one, 0)
  expect(await take(4)).toBe(3)
  expect([...busy.values()].reduce((sum, count) => sum + count, 0)).toBe(2 + 4)
  // Nobody else waits: all places are the other's.
  expect(await take(100)).toBe(1)
  expect(busy.size).toBeGreaterThan(10)
})
