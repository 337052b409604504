// Sums the cost of a tenant’s live messages in 24 hours, and enforces its cap, within commits, so that all processes
// agree. A cost counts from the time at which it is known.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { deleteOlder } from '#src/platform/db/batches.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { challengeAttempts, spendHours } from '#src/messaging/challenges/table.ts'

/**
 * The number of rows per hour: commits that add a cost at the same time wait for each other only if they draw the same
 * row.
 */
const parts = 16

type Owned = Pick<Locked, 'tenant' | 'mode' | 'wallNow'>

/** Stores the expected cost of an attempt, once; null when there is none. */
export async function keepCost(
  tx: Db,
  owned: Owned,
  attemptId: string,
  costMicros: number | null,
): Promise<void> {
  if (costMicros === null) return
  const kept = await tx
    .update(challengeAttempts)
    .set({ costMicros })
    .where(and(eq(challengeAttempts.id, attemptId), isNull(challengeAttempts.costMicros)))
    .returning({ id: challengeAttempts.id })
  if (kept.length > 0) await addSpending(tx, owned, costMicros)
}

/** Replaces the expected cost of an attempt by the vendor’s; the difference is added now. */
export async function keepReportedCost(
  tx: Db,
  owned: Owned,
  attemptId: string,
  costMicros: number | undefined,
): Promise<void> {
  if (costMicros === undefined) return
  const [known] = await tx
    .select({ costMicros: challengeAttempts.costMicros })
    .from(challengeAttempts)
    .where(eq(challengeAttempts.id, attemptId))
    .for('update')
  if (!known || known.costMicros === costMicros) return
  await tx.update(challengeAttempts).set({ costMicros }).where(eq(challengeAttempts.id, attemptId))
  await addSpending(tx, owned, costMicros - (known.costMicros ?? 0))
}

async function addSpending(
  tx: Db,
  { tenant, mode, wallNow }: Owned,
  micros: number,
): Promise<void> {
  if (mode === 'sandbox' || micros === 0) return
  const hour = new Date(Math.floor(wallNow.getTime() / 3_600_000) * 3_600_000)
  const part = Math.floor(Math.random() * parts)
  await tx
    .insert(spendHours)
    .values({ tenant, hour, part, micros })
    .onConflictDoUpdate({
      target: [spendHours.tenant, spendHours.hour, spendHours.part],
      set: { micros: sql`${spendHours.micros} + excluded.micros` },
    })
}

/** Whether a tenant has reached its cap, so that no new record is opened. */
export async function isOverCap(
  tx: Db,
  { tenant, mode, wallNow }: Owner & Pick<Locked, 'wallNow'>,
  tenants: Tenants,
): Promise<boolean> {
  const { spendMicrosPerDay: max } = tenants.of(tenant).messages
  if (max === undefined || mode === 'sandbox') return false
  const since = new Date(wallNow.getTime() - 24 * 3_600_000)
  const [spent] = await tx
    .select({ micros: sql<string>`coalesce(sum(${spendHours.micros}), 0)` })
    .from(spendHours)
    .where(and(eq(spendHours.tenant, tenant), gt(spendHours.hour, since)))
  return Number(spent?.micros ?? 0) >= max
}

/** Deletes a batch of hours from two days ago; resolves to their number. */
export const forgetOldSpending = (db: Db): Promise<number> =>
  deleteOlder(db, spendHours.hour, '2 days')
