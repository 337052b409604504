// The database's clock as this process knows it: for a statement that must say when it happens before it is sent.
import { databaseOf } from './prepared.ts'
import type { Db } from './client.ts'

/** By database: how far its clock is at least ahead of this process's monotonic one, in milliseconds. */
const leads = new WeakMap<object, number>()

/** `clock`: what the database has just answered as its time. It was read before the answer came, so what follows is never ahead. */
export function noteClock(db: Db, clock: Date): void {
  leads.set(databaseOf(db), clock.getTime() - performance.now())
}

/**
 * The database's time, or some milliseconds before it. Undefined until it has said it once. Whoever uses it lets the
 * statement itself compare: clocks drift, and another server may have taken over.
 */
export function readClock(db: Db): Date | undefined {
  const lead = leads.get(databaseOf(db))
  return lead === undefined ? undefined : new Date(Math.floor(performance.now() + lead))
}
