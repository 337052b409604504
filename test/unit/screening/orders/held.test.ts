// The orders of a check within a commit: read once, then as the commit has changed them.
import { expect, test, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import type { Attempt } from '#src/screening/orders/attempts.ts'
import { forgetOrders, noteAttempt, noteOrder, readOrdered } from '#src/screening/orders/held.ts'
import type { CheckOrders, findSiblings, Order } from '#src/screening/orders/store.ts'

// Safe because only these members are read.
const order = (id: string) => ({ id, checkId: 'check', status: 'pending' }) as Order
const attempt = (orderId: string, n: number) => ({ id: `${orderId}-${n}`, orderId, attempt: n, outcome: null }) as Attempt // prettier-ignore
const stored: CheckOrders = {
  check: { id: 'check' } as CheckOrders['check'],
  orders: [order('a'), order('b')],
  attempts: [attempt('a', 1)],
}
const noDb = {} as Db
const find = vi.fn<typeof findSiblings>(async () => structuredClone(stored))
const read = (locked: Parameters<typeof readOrdered>[1], id: string) =>
  readOrdered(noDb, locked, id, find)

test('all are one read, and each has its own attempts', async () => {
  const locked = { made: new Map([['another', 1]]) as ReadonlyMap<string, unknown> }
  find.mockClear()
  expect(await read(locked, 'a')).toMatchObject({ attempts: [{ id: 'a-1' }] })
  expect(await read(locked, 'b')).toMatchObject({ order: { id: 'b' }, attempts: [] })
  expect(find).toHaveBeenCalledTimes(1)
  expect(locked.made.get('another')).toBe(1)
})

test('what the commit writes is seen by what it reads next, of all orders', async () => {
  const locked = { made: new Map() as ReadonlyMap<string, unknown> }
  await read(locked, 'a')
  noteOrder(locked, { ...order('a'), status: 'failed' })
  noteAttempt(locked, { ...attempt('a', 1), outcome: 'failed' })
  noteAttempt(locked, attempt('b', 1))
  const a = await read(locked, 'a')
  expect(a).toMatchObject({ order: { status: 'failed' }, attempts: [{ outcome: 'failed' }] })
  const b = await read(locked, 'b')
  expect(b?.orders.map(({ status }) => status)).toEqual(['failed', 'pending'])
  expect(b?.attempts.map(({ id }) => id)).toEqual(['b-1'])
})

test('nothing is noted of another check, and what was put back or forgotten is read again', async () => {
  const locked = { made: new Map() as ReadonlyMap<string, unknown> }
  const before = locked.made
  await read(locked, 'a')
  noteOrder(locked, { ...order('a'), checkId: 'other', status: 'failed' })
  noteAttempt(locked, attempt('of-another', 1))
  expect(await read(locked, 'a')).toMatchObject({ order: { status: 'pending' } })
  find.mockClear()
  locked.made = before
  await read(locked, 'a')
  forgetOrders(locked)
  await read(locked, 'a')
  expect(find).toHaveBeenCalledTimes(2)
})
