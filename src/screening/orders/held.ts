// The orders of a check within a commit: read once, and kept current with what the commit itself writes. Code that
// changes them in another way calls `forgetOrders`, so that they are read again.
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Attempt } from './attempts.ts'
import { type CheckOrders, findSiblings, type Order, type Ordered, pickOrdered } from './store.ts'

/** They are stored in `made`, which a failed savepoint resets. */
type Holding = Pick<Locked, 'made'>

const name = 'orders-of-check'

// Safe because nothing else is stored under that name.
const heldBy = ({ made }: Holding) => made.get(name) as CheckOrders | undefined

export async function readOrdered(
  tx: Db,
  locked: Holding,
  id: string,
  find = findSiblings,
): Promise<Ordered | undefined> {
  const held = heldBy(locked)
  const known = held && pickOrdered(held, id)
  if (known) return known
  const found = await find(tx, id)
  if (!found) return undefined
  hold(locked, found)
  return pickOrdered(found, id)
}

export function noteOrder(locked: Holding, order: Order): void {
  const held = heldBy(locked)
  if (held?.check.id !== order.checkId) return
  hold(locked, { ...held, orders: held.orders.map((one) => (one.id === order.id ? order : one)) })
}

/** Adds an attempt to an order that the commit holds, or replaces the one with its id. */
export function noteAttempt(locked: Holding, attempt: Attempt): void {
  const held = heldBy(locked)
  if (!held?.orders.some(({ id }) => id === attempt.orderId)) return
  const others = held.attempts.filter(({ id }) => id !== attempt.id)
  const attempts = [...others, attempt].toSorted((one, other) => one.attempt - other.attempt)
  hold(locked, { ...held, attempts })
}

export function forgetOrders(locked: Holding): void {
  locked.made = new Map([...locked.made].filter(([one]) => one !== name))
}

function hold(locked: Holding, held: CheckOrders): void {
  locked.made = new Map(locked.made).set(name, held)
}
