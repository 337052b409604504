// Among many events and deliveries each round finds its part by an index, however long a server was away.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { readEvents } from '#src/journey/events/read.ts'
import { claimDue } from '#src/journey/webhooks/claim.ts'
import { listDeliveries } from '#src/journey/webhooks/deliveries.ts'
import { pendingMax } from '#src/journey/webhooks/rules.ts'
import { spread } from '#src/journey/webhooks/spread.ts'
import { ownerTest as test } from '#test/db/fixture.ts'
import { explainAll } from '#test/support/explain.ts'
import { insertEndpoint } from '#test/support/webhooks.ts'

const count = 50_000

test('a round, a claim, a page of events and one of the log read no table whole, and give an endpoint no more than it can hold', async ({
  db,
  url,
}) => {
  await db.execute(sql`
    insert into event (id, tx, tenant, mode, type, transaction_id, seq, at, data)
    select ('019b' || substr(gen_random_uuid()::text, 5))::uuid, 1 + n / 4, 'busy', 'live',
      'pack.completed', gen_random_uuid(), 1, now(), '{}'
    from generate_series(1, ${count}) n`)
  const away = await insertEndpoint(db, 'busy')
  for (let round = 0; round < 8; round += 1) await spread(db)
  // What waits has an end; the rest stays with the events.
  expect(await spread(db)).toBe(0)
  const pending = sql`select from webhook_delivery where endpoint_id = ${away}`
  expect((await db.execute(pending)).length).toBe(pendingMax)
  await db.execute(sql`
    insert into webhook_delivery (id, endpoint_id, event_id, type, status, due_at, attempts, since, tries)
    select gen_random_uuid(), gen_random_uuid(), id, type, 'delivered', now(), 1, now(), '[]' from event`)
  await insertEndpoint(db, 'busy')
  await db.execute(sql`analyze event, webhook_delivery, webhook_endpoint`)
  const plans = await explainAll(url, async (own) => {
    expect(await spread(own)).toBeLessThanOrEqual(200)
    await claimDue(own, { busy: new Map(), max: 10, leaseMs: 1_000 })
    await readEvents(own, { tenant: 'busy', mode: 'live' }, { limit: 100 })
    await listDeliveries(own, away, { limit: 50 })
  })
  expect(plans).toHaveLength(4)
  const [round, claim, page, log] = plans.map(({ indexes, scanned }) => ({
    indexes: [...new Set(indexes)].toSorted(),
    // A handful of endpoints is read faster so.
    scanned: scanned.filter((table) => table !== 'webhook_endpoint'),
  }))
  expect(round?.indexes).toContain('event_owner')
  expect(claim?.indexes).toContain('webhook_delivery_due')
  expect(page?.indexes).toEqual(['event_owner'])
  expect(log?.indexes).toContain('webhook_delivery_endpoint')
  for (const one of [round, claim, page, log]) expect(one?.scanned).toEqual([])
})
