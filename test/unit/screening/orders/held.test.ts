// The orders of a check within a commit: read once, then as the commit has changed them.
import { expect, test, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import type { Attempt } from '#src/screening/orders/attempts.ts'
import { forgetOrders, noteAttempt, noteOrder, readOrdered } from '#src/screening/orders/held.ts'
import { type CheckOrders, findSiblings, type Order } from '#src/screening/orders/store.ts'

vi.mock(import('#src/screening/orders/store.ts'), async (original) => ({
  ...(await original()),
  findSiblings: vi.fn<typeof findSiblings>(async () => structuredClone(stored)),
}))

// Safe because only these members are read.
const order = (id: string) => ({ id, checkId: 'check', status: 'pending' }) as Order
const attempt = (orderId: string, n: number) => ({ id: `${orderId}-${n}`, orderId, attempt: n, outcome: null }) as Attempt // prettier-ignore
const stored: CheckOrders = {
  check: { id: 'check' } as CheckOrders['check'],
  orders: [order('a'), order('b')],
  attempts: [attempt('a', 1)],
}
const noDb = {} as Db

test('all are one read, and each has its own attempts', async () => {
  const locked = { made: new Map([['another', 1]]) as ReadonlyMap<string, unknown> }
  vi.mocked(findSiblings).mockClear()
  expect(await readOrdered(noDb, locked, 'a')).toMatchObject({ attempts: [{ id: 'a-1' }] })
  expect(await readOrdered(noDb, locked, 'b')).toMatchObject({ order: { id: 'b' }, attempts: [] })
  expect(findSiblings).toHaveBeenCalledTimes(1)
  expect(locked.made.get('another')).toBe(1)
})

test('what the commit writes is seen by what it reads next, of all orders', async () => {
  const locked = { made: new Map() as ReadonlyMap<string, unknown> }
  await readOrdered(noDb, locked, 'a')
  noteOrder(locked, { ...order('a'), status: 'failed' })
  noteAttempt(locked, { ...attempt('a', 1), outcome: 'failed' })
  noteAttempt(locked, attempt('b', 1))
  const a = await readOrdered(noDb, locked, 'a')
  expect(a).toMatchObject({ order: { status: 'failed' }, attempts: [{ outcome: 'failed' }] })
  const b = await readOrdered(noDb, locked, 'b')
  expect(b?.orders.map(({ status }) => status)).toEqual(['failed', 'pending'])
  expect(b?.attempts.map(({ id }) => id)).toEqual(['b-1'])
})

test('nothing is noted of another check, and what was put back or forgotten is read again', async () => {
  const locked = { made: new Map() as ReadonlyMap<string, unknown> }
  const before = locked.made
  await readOrdered(noDb, locked, 'a')
  noteOrder(locked, { ...order('a'), checkId: 'other', status: 'failed' })
  noteAttempt(locked, attempt('of-another', 1))
  expect(await readOrdered(noDb, locked, 'a')).toMatchObject({ order: { status: 'pending' } })
  vi.mocked(findSiblings).mockClear()
  locked.made = before
  await readOrdered(noDb, locked, 'a')
  forgetOrders(locked)
  await readOrdered(noDb, locked, 'a')
  expect(findSiblings).toHaveBeenCalledTimes(2)
})
