// A day of a bank, small: what vendors lose, delay, repeat and reorder, and what people answer, over accounts
// whose secrets are replaced meanwhile; the whole day is a command.
import { expect } from 'vitest'
import { test } from '#test/db/fixture.ts'
import { runDay } from '#test/load/day/bank.ts'

test('each record agrees with what the phones saw, and no message was sent twice', async ({
  db,
}) => {
  const seed = Date.now() % 1_000_000
  const tenants = Array.from({ length: 20 }, (_, at) => `bank-${at}`)
  const told = await runDay(db, { seed, tenants, messages: 60, width: 12 })
  expect(told.faults, `seed ${seed}`).toEqual([])
  expect(told.replies).toBeGreaterThan(20)
})
