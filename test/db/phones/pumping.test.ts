// The guard against pumping sees what live tenants sent, and whose people answered.
import { expect } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { findPumping } from '#src/phones/pumping-store.ts'
import { createKeyring, openKeyring } from '#src/seal/keys.ts'
import { createSealer } from '#src/seal/sealer.ts'
import type { Owner } from '#src/transaction/locked.ts'
import { brazilian, createWithPhones, e164Of, keepRecord, type Past } from '#test/support/phones.ts'
import { test } from '../fixture.ts'

const hour = 60 * 60_000
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
  expect(found.toSorted((a, b) => a.tenant.localeCompare(b.tenant))).toEqual([
    { tenant: 'earlier', rule: 'day', count: 21, limit: 20 },
    { tenant: 'pumped', rule: 'prefix-hour', count: 11, limit: 10 },
    { tenant: 'pumped', rule: 'hour', count: 11, limit: 20 / 6 },
    { tenant: 'unheard', rule: 'day', count: 51, limit: 20 },
    { tenant: 'unheard', rule: 'unanswered', count: 51, limit: 0.8 * 51 },
  ])
})
