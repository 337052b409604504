// The guard against pumping sees what live tenants sent, and whose people answered.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { findPumping } from '#src/messaging/requests/volume/pumping.ts'
import { answeredDays, pumpingLooks } from '#src/messaging/phones/table.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { explainAll } from '#test/support/explain.ts'
import {
  brazilian,
  createWithPhones,
  e164Of,
  keepRecord,
  type Past,
} from '#test/support/messaging/phones.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const hour = 60 * 60_000
const day = 24 * hour
const sealer = createSealer(openKeyring(createKeyring()))

/** Records to `count` numbers of one tenant; numbers of a `block` differ in their last four digits. */
async function send(
  db: Db,
  owner: Owner,
  { count, block, ...past }: { count: number; block?: number } & Omit<Past, 'tried'>,
) {
  const id = await createWithPhones(db, sealer, [brazilian(0)], { owner })
  for (let n = 0; n < count; n += 1) {
    const last = block === undefined ? n * 10_000 : block * 10_000 + n
    await keepRecord(db, sealer, id, { tried: [{ e164: e164Of(last) }], ...past })
  }
}

test('suspicious are the tenants whose messages nobody answers, for what they sent', async ({
  db,
}) => {
  const live = (tenant: string) => ({ tenant, mode: 'live' }) as const
  await send(db, live('pumped'), { count: 11, block: 7, agoMs: hour / 2 })
  await send(db, live('normal'), { count: 10, agoMs: hour / 2, replied: true })
  await send(db, live('normal'), { count: 3, agoMs: hour / 2 })
  await send(db, live('earlier'), { count: 21, agoMs: 2 * hour })
  await send(db, live('well-known'), { count: 21, agoMs: 2 * hour })
  await send(db, live('well-known'), { count: 110, agoMs: 5 * 24 * hour, replied: true })
  await send(db, live('long-ago'), { count: 30, agoMs: 26 * hour })
  await send(db, live('unheard'), { count: 51, agoMs: 20 * hour, delivered: true })
  await send(db, { tenant: 'sandbox', mode: 'sandbox' }, { count: 30, agoMs: 0 })
  const found = await findPumping(db)
  expect(await findPumping(db)).toEqual([])
  expect(found.toSorted((a, b) => a.tenant.localeCompare(b.tenant))).toEqual([
    { tenant: 'earlier', rule: 'day', count: 21, limit: 20 },
    { tenant: 'pumped', rule: 'prefix-hour', count: 11, limit: 10 },
    { tenant: 'pumped', rule: 'hour', count: 11, limit: 20 / 6 },
    { tenant: 'unheard', rule: 'day', count: 51, limit: 20 },
    { tenant: 'unheard', rule: 'unanswered', count: 51, limit: 0.8 * 51 },
  ])
})

test('each look counts the days that have ended since, and forgets those of long ago', async ({
  db,
}) => {
  await db.delete(pumpingLooks)
  await db.delete(answeredDays)
  const live = { tenant: 'counted', mode: 'live' } as const
  for (const days of [2, 3, 20])
    await send(db, live, { count: days, agoMs: days * day, replied: true })
  await send(db, live, { count: 7, agoMs: 2 * day })
  const counted = async () => {
    const rows = await db.select().from(answeredDays).orderBy(answeredDays.answered)
    return rows.filter(({ tenant }) => tenant === 'counted').map(({ answered }) => answered)
  }
  await findPumping(db)
  expect(await counted()).toEqual([2, 3])

  // Nothing is read again: what came of a counted day since stays uncounted.
  await send(db, live, { count: 1, agoMs: 2 * day, replied: true })
  await db.update(pumpingLooks).set({ lookedAt: sql`looked_at - interval '10 minutes'` })
  await findPumping(db)
  expect(await counted()).toEqual([2, 3])

  const earlier = new Date(Date.now() - 40 * day)
  await db.insert(answeredDays).values({ tenant: 'counted', day: earlier, answered: 99 })
  const back = sql`counted_until - interval '1 day'`
  await db.update(pumpingLooks).set({ countedUntil: back, lookedAt: earlier })
  await findPumping(db)
  expect(await counted()).toEqual([2, 3])
})

test('of workers that look at once one does', async ({ db }) => {
  await db.delete(pumpingLooks)
  await send(db, { tenant: 'raced', mode: 'live' }, { count: 21, agoMs: 2 * hour })
  const looks = await Promise.all([1, 2, 3, 4].map(() => findPumping(db)))
  expect(looks.filter((found) => found.length > 0)).toHaveLength(1)
})

test('the last day of many records is found by their ids', async ({ db, url }) => {
  await db.delete(pumpingLooks)
  const [column] = await db.execute<{ names: string }>(sql`
    select string_agg(column_name, ', ') as names from information_schema.columns
    where table_name = 'challenge' and column_name not in ('id', 'page_token_hash')`)
  const others = sql.raw(column?.names ?? '')
  await db.execute(sql`
    insert into challenge (id, ${others})
    select (lpad(to_hex(${Date.now() - 30 * day}::bigint + n), 12, '0') || '70008000' ||
      lpad(to_hex(n), 12, '0'))::uuid, ${others}
    from (select ${others} from challenge limit 1) one, generate_series(1, 20000) n`)
  await db.execute(sql`analyze challenge`)
  const plans = await explainAll(url, findPumping)
  const read = plans.filter(({ query }) => query.includes('from "challenge"'))
  expect(read.length).toBe(15)
  for (const { scanned, indexes } of read)
    expect([scanned.includes('challenge'), indexes[0]]).toEqual([false, 'challenge_pkey'])
})
