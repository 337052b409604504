// The ledger of calls: an attempt is claimed by one, and the first certain outcome counts.
import { getTableColumns, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { expect, onTestFinished } from 'vitest'
import { createLedger } from '#src/journey/calls/ledger.ts'
import { instant } from '#src/platform/db/columns.ts'
import { openDatabase } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import { ownerTest as test } from '#test/db/fixture.ts'

const attempts = pgTable(
  'ledger_attempt',
  {
    id: uuid('id').primaryKey(),
    recordId: uuid('record_id').notNull(),
    attempt: integer('attempt').notNull(),
    account: text('account').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    endedAt: instant('ended_at'),
    outcome: text('outcome').$type<'answered' | 'accepted' | 'uncertain' | 'failed'>(),
    code: text('code'),
    failureClass: text('failure_class').$type<'input'>(),
    durationMs: integer('duration_ms'),
    costMicros: bigint('cost_micros', { mode: 'number' }),
  },
  (table) => [unique('ledger_attempt_number').on(table.recordId, table.attempt)],
)
type Attempt = typeof attempts.$inferSelect
const claimed = ['id', 'recordId', 'attempt', 'account', 'claimedAt'] as const

const ledgerOf = (endsWithCost: boolean) =>
  createLedger<Attempt, (typeof claimed)[number]>({
    table: attempts,
    record: 'recordId',
    claimed,
    open: ['uncertain', 'accepted'],
    endsWithCost,
  })

test('an attempt is claimed once, stays open while nothing is certain, and ends once', async ({
  url,
}) => {
  const database = openDatabase(url, 'ledger', 2)
  onTestFinished(() => database.close())
  const { db } = database
  const columns = Object.values(getTableColumns(attempts)).map(
    (one) => `${one.name} ${one.getSQLType()}`,
  )
  await db.execute(
    sql.raw(`create table ledger_attempt (${columns.join(', ')},
    unique (record_id, attempt))`),
  )
  const ledger = ledgerOf(true)
  const at = new Date('2026-11-23T10:00:00.000Z')
  const recordId = newId()
  const claim = (attempt: number) =>
    ledger.claim(db, { id: newId(), recordId, attempt, account: 'a', claimedAt: at })
  const claims = await Promise.all([claim(2), claim(1), claim(1), claim(1)])
  expect(claims.filter((one) => one !== undefined)).toHaveLength(2)
  const [first, second] = await ledger.list(db, recordId)
  expect([first?.attempt, second?.attempt]).toEqual([1, 2])
  expect(first).toMatchObject({ recordId, account: 'a', claimedAt: at, outcome: null })
  const { id = '' } = first ?? {}

  const end = (ending: Parameters<typeof ledger.end>[3]) => ledger.end(db, id, at, ending)
  expect(await end({ outcome: 'uncertain', code: 'timeout', durationMs: 7, costMicros: 90 })).toBe(
    true,
  )
  expect(await end({ outcome: 'accepted' })).toBe(true)
  const open = (await ledger.list(db, recordId))[0]
  expect(open).toMatchObject({ outcome: 'accepted', code: null, durationMs: 7, costMicros: null })
  expect(open && ledger.isOpen(open)).toBe(true)
  expect(await end({ outcome: 'answered', costMicros: 90, durationMs: 12 })).toBe(true)
  expect(await end({ outcome: 'failed', code: 'late', failureClass: 'input' })).toBe(false)
  await ledger.keepDuration(db, second?.id ?? '', undefined)
  for (const durationMs of [5, 9]) await ledger.keepDuration(db, second?.id ?? '', durationMs)
  // One whose cost is kept apart leaves it as it is.
  await db
    .update(attempts)
    .set({ costMicros: 4 })
    .where(sql`attempt = 2`)
  await ledgerOf(false).end(db, second?.id ?? '', at, { outcome: 'failed', costMicros: 1 })
  const ended = await ledger.list(db, recordId)
  expect(ended).toMatchObject([
    { outcome: 'answered', code: null, durationMs: 7, costMicros: 90, endedAt: at },
    { outcome: 'failed', durationMs: 5, costMicros: 4 },
  ])
  expect(ended.map((one) => ledger.isOpen(one))).toEqual([false, false])
})
