// The purchases of an order. Each is claimed before its vendor is called; what became of it is written once, by the
// call itself, by a look-up, or by a callback that was faster than both.
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { attemptIdOf } from '#src/journey/calls/attempt-id.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { Found } from '#src/journey/transaction/store.ts'
import type { Tried } from './plan.ts'
import { checkAttempts } from './table.ts'

export type Attempt = typeof checkAttempts.$inferSelect

type Opener = Pick<Found, 'tenant' | 'id' | 'key'>

/** In the order of their numbers. */
export function listAttempts(db: Db, orderId: string): Promise<Attempt[]> {
  return attemptsOf(db).execute({ orderId })
}

const attemptsOf = buildOnce((db: Db) =>
  db
    .select()
    .from(checkAttempts)
    .where(eq(checkAttempts.orderId, sql.placeholder('orderId')))
    .orderBy(asc(checkAttempts.attempt))
    .prepare('attempts_of_order'),
)

/** Undefined when it is claimed already. */
export async function claimAttempt(
  tx: Db,
  locked: Locked,
  claimed: { readonly orderId: string; readonly attempt: number; readonly account: string },
): Promise<Attempt | undefined> {
  const id = attemptIdOf(claimed.orderId, claimed.attempt)
  const [row] = await tx
    .insert(checkAttempts)
    .values({ id, ...claimed, claimedAt: locked.wallNow })
    .onConflictDoNothing()
    .returning()
  return row
}

/** It may still turn out to have an answer. */
export const isOpenAttempt = ({ outcome }: Pick<Attempt, 'outcome'>): boolean =>
  outcome === null || outcome === 'uncertain' || outcome === 'accepted'

/** It was bought, or may have been. */
export const isCharged = ({ outcome }: Pick<Tried, 'outcome'>): boolean =>
  outcome === 'answered' || outcome === 'accepted' || outcome === 'uncertain'

type Ending = Pick<Attempt, 'outcome' | 'code' | 'failureClass'> & {
  readonly durationMs: number | null
  readonly costMicros: number | null
}

/** An answer is written once: what is reported again, or later, changes nothing. */
export async function endAttempt(tx: Db, id: string, endedAt: Date, ending: Ending): Promise<void> {
  const { durationMs, costMicros, ...known } = ending
  await tx
    .update(checkAttempts)
    .set({
      ...known,
      endedAt,
      costMicros,
      ...(durationMs !== null && {
        durationMs: sql`coalesce(${checkAttempts.durationMs}, ${durationMs}::int)`,
      }),
    })
    .where(
      and(
        eq(checkAttempts.id, id),
        or(
          isNull(checkAttempts.outcome),
          inArray(checkAttempts.outcome, ['uncertain', 'accepted']),
        ),
      ),
    )
}

/** What the vendor took of an attempt that a callback has answered before the vendor did. */
export async function completeAttempt(tx: Db, id: string, durationMs: number | null) {
  if (durationMs === null) return
  await tx
    .update(checkAttempts)
    .set({ durationMs: sql`coalesce(${checkAttempts.durationMs}, ${durationMs}::int)` })
    .where(eq(checkAttempts.id, id))
}

export async function countSent(tx: Db, id: string): Promise<void> {
  await tx
    .update(checkAttempts)
    .set({ sent: sql`${checkAttempts.sent} + 1` })
    .where(eq(checkAttempts.id, id))
}

/** The vendor's id of a purchase can hold a document: it is hashed to be found and sealed to be asked for. */
export async function keepVendorId(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { id, account }: Pick<Attempt, 'id' | 'account'>,
  vendorId: string,
): Promise<void> {
  const key = await openDataKey(sealer, locked)
  await tx
    .update(checkAttempts)
    .set({
      vendorHash: sealer.hash('check-vendor', account, vendorId),
      vendorId: sealer.seal(key, contextOf(locked, id), vendorId),
    })
    .where(eq(checkAttempts.id, id))
}

export async function readVendorId(
  sealer: Sealer,
  opener: Opener,
  { id, vendorId }: Attempt,
): Promise<string | undefined> {
  if (!vendorId) return undefined
  return sealer.unseal(await openDataKey(sealer, opener), contextOf(opener, id), vendorId)
}

const contextOf = ({ tenant, id }: Pick<Opener, 'tenant' | 'id'>, rowId: string): SealContext => ({
  tenant,
  transaction: id,
  table: 'check_attempt',
  column: 'vendor_id',
  rowId,
})
