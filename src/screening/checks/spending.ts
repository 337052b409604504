// The spending of a tenant on checks in a day (UTC, wall time): reserved when a service is ordered, and corrected when
// it has ended. Its row is the last that a commit locks.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { checkSpending } from '#src/screening/orders/table.ts'

export const dayOf = (wallNow: Date): string => wallNow.toISOString().slice(0, 10)

/** Seconds until the next day begins. */
export function secondsLeft(wallNow: Date): number {
  const dayMs = 86_400_000
  return Math.ceil((dayMs - (wallNow.getTime() % dayMs)) / 1_000)
}

/** Returns the day's sum; undefined when it would exceed the cap, and then nothing is reserved. */
export async function reserve(
  tx: Db,
  { tenant, mode }: Owner,
  { day, micros }: { readonly day: string; readonly micros: number },
  cap: number | undefined,
): Promise<number | undefined> {
  if (micros === 0) return 0
  if (cap !== undefined && micros > cap) return undefined
  const rows = await tx.execute<{ spent: number }>(sql`
    insert into ${checkSpending} (tenant, mode, day, spent_micros)
    values (${tenant}, ${mode}, ${day}, ${micros}::bigint)
    on conflict (tenant, mode, day) do update
      set spent_micros = ${checkSpending}.spent_micros + ${micros}::bigint
      where ${cap ?? null}::bigint is null
        or ${checkSpending}.spent_micros + ${micros}::bigint <= ${cap ?? null}::bigint
    returning spent_micros::float8 as spent`)
  return rows[0]?.spent
}

/** Adds the difference between the real cost and the reserved one. */
export async function adjust(
  tx: Db,
  { tenant, mode }: Owner,
  day: string,
  micros: number,
): Promise<void> {
  if (micros === 0) return
  const of = { tenant: sql`${tenant}`, mode: sql`${mode}`, day: sql`${day}` }
  await tx.execute(adjusted(sql`${micros}::bigint`, of))
}

/** Builds the statement, which touches no row when nothing is added. */
export const adjusted = (
  micros: SQL,
  { tenant, mode, day }: { readonly tenant: SQL; readonly mode: SQL; readonly day: SQL },
): SQL => sql`
  insert into ${checkSpending} (tenant, mode, day, spent_micros)
  select ${tenant}, ${mode}, ${day}, greatest(${micros}, 0) where ${micros} <> 0
  on conflict (tenant, mode, day) do update
    set spent_micros = greatest(${checkSpending}.spent_micros + ${micros}, 0)`
