// Who reads page by page misses no event and gets none twice, whatever commits late.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Cursor } from '#src/journey/events/cursor-rules.ts'
import { forgetEventLog, readEvents } from '#src/journey/events/read.ts'
import { insertEvents, toJsonEvents } from '#src/journey/journal/insert-events.ts'
import { events } from '#src/journey/journal/table.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { firstIdOf, newId } from '#src/platform/ids.ts'
import { test } from '#test/db/fixture.ts'

const owner = (): Owner => ({ tenant: `t-${randomUUID()}`, mode: 'sandbox' })

const unwritten = (count: number, type = 'pack.completed') =>
  Array.from({ length: count }, (_, index) => {
    const event = { type, data: { run: 'r' } }
    return { seq: index + 1, at: Date.now(), event }
  })

async function write(
  tx: Db,
  of: Owner,
  id: string,
  told: ReturnType<typeof unwritten>,
): Promise<void> {
  const events = toJsonEvents({ unwritten: told })
  if (events !== undefined) await insert(tx).execute({ ...of, id, events })
}

const insert = buildSqlOnce(insertEvents)

async function page(db: Db, of: Owner, after?: Cursor, limit = 100) {
  const found = await readEvents(db, of, { after, limit })
  if (found === 'lost') throw new Error('the cursor was lost')
  return found
}

/** Begins at `startMs`, writes after `writeMs` more, and ends after `endMs` more. */
const commits = fc.array(
  fc.record({
    startMs: fc.nat(30),
    writeMs: fc.nat(20),
    endMs: fc.oneof({ weight: 5, arbitrary: fc.nat(15) }, { weight: 1, arbitrary: fc.nat(150) }),
    count: fc.integer({ min: 1, max: 4 }),
    isUndone: fc.nat(9).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 40 },
)

test('commits side by side, long ones and undone ones: each event comes once, in pages of any length', async ({
  db,
}) => {
  await fc.assert(
    fc.asyncProperty(commits, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
      const of = owner()
      const expected: string[] = []
      let isOver = false
      const writing = Promise.all(
        all.map(async ({ startMs, writeMs, endMs, count, isUndone }) => {
          await sleep(startMs)
          const id = newId()
          await db
            .transaction(async (tx) => {
              // Its number is given to it here, long before it writes or ends.
              await tx.execute(sql`select pg_current_xact_id()`)
              await sleep(writeMs)
              await write(tx, of, id, unwritten(count))
              await sleep(endMs)
              if (isUndone) throw new Error('undone')
            })
            .then(
              () => expected.push(...unwritten(count).map(({ seq }) => `${id}:${seq}`)),
              (error: Error) => expect(error.message).toBe('undone'),
            )
        }),
      ).then(() => (isOver = true))
      const got: string[] = []
      let after: Cursor | undefined
      while (!isOver || got.length < expected.length) {
        const { events: found, next } = await page(db, of, after, limit)
        got.push(...found.map(({ transactionId, seq }) => `${transactionId}:${seq}`))
        after = next
        await sleep(1)
      }
      await writing
      expect((await page(db, of, after)).events).toEqual([])
      expect(got.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 8 },
  )
})

test('a commit under way holds back what began after it, and nothing before it', async ({ db }) => {
  const of = owner()
  await db.transaction((tx) => write(tx, of, newId(), unwritten(1)))
  await expect.poll(() => page(db, of)).toMatchObject({ events: [{ seq: 1 }] })
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const late = newId()
  const long = db.transaction(async (tx) => {
    await write(tx, of, late, unwritten(1))
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const early = newId()
  await db.transaction((tx) => write(tx, of, early, unwritten(1)))
  const held = await page(db, of)
  expect(held.events).toHaveLength(1)
  end.resolve()
  await long
  await expect
    .poll(async () => (await page(db, of, held.next)).events.map((one) => one.transactionId))
    .toEqual([late, early])
})

test('a cursor never goes back, though the clock that read last was ahead of this one', async ({
  db,
}) => {
  const of = owner()
  const { next } = await page(db, of)
  const ahead = firstIdOf(Date.now() + 60_000)
  // Until a page finds that no commit has come in between: other tests have the same server.
  for (;;) {
    const [row] = await db.execute<{ tx: string }>(
      sql`select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text as tx`,
    )
    const after = { ...next, tx: Number(row?.tx), id: ahead }
    const again = await page(db, of, after)
    if (again.next.tx !== after.tx) continue
    expect(again.next.id).toBe(ahead)
    return
  }
})

test('a cursor of another timeline, of a database that counts anew, or older than what is kept is lost', async ({
  db,
}) => {
  const of = owner()
  const { next } = await page(db, of)
  const read = (after: Cursor) => readEvents(db, of, { after, limit: 1 })
  expect(await read(next)).not.toBe('lost')
  expect(await read({ ...next, origin: `${next.origin.slice(0, -1)}z` })).toBe('lost')
  expect(await read({ ...next, tx: next.tx + 1_000_000_000 })).toBe('lost')
  expect(await read({ ...next, id: firstIdOf(Date.now() - 31 * 86_400_000) })).toBe('lost')
})

test('types are left out without being read again, and no tenant or mode sees another', async ({
  db,
}) => {
  const of = owner()
  await db.transaction((tx) =>
    write(tx, of, newId(), [...unwritten(2), ...unwritten(1, 'pack.failed')]),
  )
  const read = (more: Partial<Owner> = {}, types?: string[]) =>
    readEvents(db, { ...of, ...more }, { types, limit: 10 })
  await expect
    .poll(() => read({}, ['pack.failed']))
    .toMatchObject({ events: [{ type: 'pack.failed' }] })
  expect(await read({ mode: 'live' })).toMatchObject({ events: [] })
  expect(await read({ tenant: 'other' })).toMatchObject({ events: [] })
  const none = await page(db, of)
  expect(await page(db, of, (await page(db, of, none.next)).next)).toMatchObject({ events: [] })
})

test('what is older than 30 days goes in batches, and nothing younger', async ({ db }) => {
  const of = owner()
  const rows = [-31, -29].map((days) => ({
    id: firstIdOf(Date.now() + days * 86_400_000),
    tx: 1,
    ...of,
    type: 'pack.completed',
    transactionId: newId(),
    seq: -days,
    at: new Date(),
    data: {},
  }))
  await db.insert(events).values(rows)
  expect(await forgetEventLog(db)).toBe(1)
  expect((await page(db, of)).events.map(({ seq }) => seq)).toEqual([29])
})
