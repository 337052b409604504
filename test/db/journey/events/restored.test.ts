// A dump that is restored elsewhere: its commits were counted by another server.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { readEvents } from '#src/journey/events/read.ts'
import { events } from '#src/journey/journal/table.ts'
import { spread } from '#src/journey/webhooks/spread.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { firstIdOf } from '#src/platform/ids.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const minute = 60_000

test('every event can be read, and an endpoint goes on where it was', async ({ db, url }) => {
  const now = Date.now()
  const owner = { tenant: 'acme', mode: 'live' } as const
  const rows = [-120, -30, -20].map((minutes, index) => ({
    id: firstIdOf(now + minutes * minute),
    tx: 900_000_000_000 + index,
    ...owner,
    type: 'pack.completed',
    transactionId: firstIdOf(now),
    seq: index + 1,
    at: new Date(now),
    data: {},
  }))
  await db.insert(events).values(rows)
  await db.execute(sql`
    insert into webhook_endpoint (id, tenant, mode, url, created_at, key_id, wrapped_key, secrets,
      shown_secrets, cursor_tx, cursor_id)
    values (gen_random_uuid(), 'acme', 'live', 'https://example.com/', now(), 'k', '', '', '[]',
      900000000001, ${rows[1]?.id})`)
  await migrate(url)
  const read = async () => {
    const found = await readEvents(db, owner, { limit: 10 })
    return found === 'lost' ? [] : found.events.map(({ seq }) => seq)
  }
  await expect.poll(read).toEqual([1, 2, 3])
  // The second one again, because nobody knows in what order their commits ended.
  expect(await spread(db)).toBe(2)
  expect(await spread(db)).toBe(0)
})
