// When an answer was received, by the database's clock: questions are asked by it, and an answer that seems older than its
// question is not its answer. A process's own clock may be off.
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { MessageCallback } from './locate.ts'

/** Asks nothing where there is no answer among them: a report's time says nothing of whose it is. */
export async function byDatabase(
  db: Db,
  callbacks: readonly MessageCallback[],
): Promise<readonly MessageCallback[]> {
  if (callbacks.every(({ event }) => event.kind !== 'inbound')) return callbacks
  const [row] = await db.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  if (!row) return callbacks
  return callbacks.map((one) => ({ ...one, receivedAt: Math.round(row.now) }))
}
