import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { claimEvent, forgetOldKeys } from '#src/journey/inbox/dedupe.ts'
import { forgetOldEvents, keepEvents, takeDue } from '#src/journey/inbox/inbox.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { explainAll } from '#test/support/explain.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const sealer = createSealer(openKeyring(createKeyring()))

test('what is due in a full inbox is found by its index, and what is old too', async ({
  db,
  url,
}) => {
  await db.execute(
    sql`insert into inbox_key (day, key_id, wrapped_key) values ('2020-01-01', 'k', '')`,
  )
  await db.execute(sql`
    insert into unmatched_event (id, provider, day, event, received_at, next_try_at)
    select gen_random_uuid(), 'one', '2020-01-01', '', now() - interval '1 day',
      case when n % 2 = 0 then now() + n * interval '1 minute' end
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze unmatched_event`)

  const [due] = await explainAll(url, (own) => takeDue(own, sealer))
  expect(due?.query).toContain('skip locked')
  expect(due?.indexes.toSorted()).toEqual(['unmatched_event_due', 'unmatched_event_pkey'])
  expect(due?.scanned).toEqual([])

  const [old, keys] = await explainAll(url, forgetOldEvents)
  expect(old?.indexes.toSorted()).toEqual(['unmatched_event_pkey', 'unmatched_event_received'])
  expect(old?.scanned).toEqual([])
  expect(keys?.scanned).not.toContain('unmatched_event')
})

const key = 'provider_event_provider_dedupe_hash_pk'

test('an event is known by its key, and old keys are found by their age', async ({ db, url }) => {
  await db.execute(sql`
    insert into provider_event (provider, dedupe_hash, received_at)
    select 'one', sha256(n::text::bytea), now() - n * interval '1 second'
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze provider_event`)

  const [claimed] = await explainAll(url, (own) => claimEvent(own, sealer, 'one', 'event'))
  expect(claimed).toMatchObject({ indexes: [key], scanned: [] })
  const event = { dedupeKey: 'one' }
  const callback = { accounts: ['one'], event, receivedAt: Date.now() }
  const plans = await explainAll(url, (own) => keepEvents(own, sealer, [callback as never]))
  const kept = plans.find(({ query }) => query.includes('jsonb_to_recordset'))
  expect(kept).toMatchObject({ indexes: [key], scanned: [] })
  const [old] = await explainAll(url, forgetOldKeys)
  expect(old).toMatchObject({ indexes: ['provider_event_received'], scanned: [] })
})
