// The database's clock as this process knows it, for a statement that must state its time before it is sent.
import { databaseOf } from './prepared.ts'
import type { Db } from './client.ts'

/** By database: the least lead of its clock over this process's monotonic clock, in milliseconds. */
const leads = new WeakMap<object, number>()

/**
 * `clock`: the time that the database has just answered. It was read before the answer arrived, so the estimate is
 * never ahead.
 */
export function noteClock(db: Db, clock: Date): void {
  leads.set(databaseOf(db), clock.getTime() - performance.now())
}

/**
 * The database's time, or some milliseconds before it; undefined before the first answer. The statement that uses it
 * must compare it again, because clocks drift and another server may have taken over.
 */
export function readClock(db: Db): Date | undefined {
  const lead = leads.get(databaseOf(db))
  return lead === undefined ? undefined : new Date(Math.floor(performance.now() + lead))
}
