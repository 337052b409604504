// What is done once the database goes on under another timeline, and after an outage of Temporal.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { disarmAll, onFailover } from '#src/journey/agenda/failover.ts'
import { hurrySweeps } from '#src/journey/agenda/sweep.ts'
import { timelines } from '#src/journey/agenda/table.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { explainAll } from '#test/support/explain.ts'
import { test } from '#test/db/fixture.ts'

test('a failover is remembered when all is done for it, and not before', async ({ db }) => {
  await db.delete(timelines)
  const work = vi.fn<() => Promise<string>>(async () => 'done')
  // The first timeline that is seen is no other one.
  expect(await onFailover(db, work)).toBeUndefined()
  expect(await onFailover(db, work)).toBeUndefined()
  expect(work).not.toHaveBeenCalled()
  await db.update(timelines).set({ timeline: '000000FF' })
  work.mockRejectedValueOnce(new Error('killed'))
  await expect(onFailover(db, work)).rejects.toThrow('killed')
  expect(await onFailover(db, work)).toBe('done')
  expect(await onFailover(db, work)).toBeUndefined()
})

test('after an outage those that were nudged in vain are looked at soon, one after the other', async ({
  db,
}) => {
  const later = Date.now() + 300_000
  const keep = async (sweeps: number) => {
    const id = randomUUID()
    const about = { tenant: 'acme', mode: 'live', documentType: 'cpf' } as const
    await db.insert(transactions).values({ id, ...about, sweepAt: later, sweeps })
    return id
  }
  const ids = [await keep(9), await keep(4), await keep(0)]
  expect(await hurrySweeps(db)).toBe(2)
  const read = async (id: string) =>
    (await db.select().from(transactions).where(eq(transactions.id, id)))[0]
  for (const id of ids.slice(0, 2)) {
    const row = await read(id)
    expect(row?.sweeps).toBe(1)
    expect(row?.sweepAt).toBeLessThan(Date.now() + 5_000)
  }
  expect(await read(ids[2] ?? '')).toMatchObject({ sweeps: 0, sweepAt: later })
})

test('those for which a call to a vendor is due are looked at first', async ({ db }) => {
  await db.delete(transactions)
  const now = Date.now()
  const keep = async (task: { readonly waits: 'vendor' | 'client'; readonly dueAt: number }) => {
    const id = randomUUID()
    const agenda = [{ key: id, task: 'any', ref: id, lane: 'local' as const, seq: 1, ...task }]
    const about = { tenant: 'acme', mode: 'live', documentType: 'cpf', sweeps: 9 } as const
    await db.insert(transactions).values({ id, ...about, agenda, sweepAt: now + 300_000 })
    return id
  }
  const others = [
    await keep({ waits: 'client', dueAt: now }),
    await keep({ waits: 'vendor', dueAt: now + 3_600_000 }),
  ]
  const message = await keep({ waits: 'vendor', dueAt: now })
  expect(await hurrySweeps(db)).toBe(3)
  const rows = await db.select().from(transactions).orderBy(transactions.sweepAt)
  expect(rows.map(({ id }) => id)).toEqual([message, expect.any(String), expect.any(String)])
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(others))
})

test('disarming is one pass along the primary key, and leaves nobody armed', async ({
  db,
  url,
}) => {
  // In order, as ids of transactions are: rows of one stretch lie side by side.
  await db.execute(sql`
    insert into transaction (id, tenant, mode, document_type, armed_at, sweep_at)
    select ('0197a000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'many', 'live', 'cpf',
      case n % 3 when 0 then null when 1 then 'infinity'::float8 else 1e12 end, 'infinity'
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze transaction`)
  const plans = await explainAll(url, disarmAll)
  for (const { indexes, scanned } of plans)
    expect({ indexes, scanned }).toEqual({ indexes: ['transaction_pkey'], scanned: [] })
  const armed = sql`armed_at is not null`
  expect(await db.$count(transactions, armed)).toBe(0)
  expect(await db.$count(transactions, sql`tenant = 'many' and sweep_at < 'infinity'`)).toBe(20_000)
})
