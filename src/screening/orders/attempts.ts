// The purchases of an order in the ledger of calls.
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { attemptIdOf } from '#src/journey/calls/attempt-id.ts'
import { createLedger } from '#src/journey/calls/ledger.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { TriedPurchase } from './plan.ts'
import { checkAttempts, checkOrders } from './table.ts'

export type Attempt = typeof checkAttempts.$inferSelect

type Opener = Pick<StoredTransaction, 'tenant' | 'id' | 'key'>

const claimedMembers = [
  'id',
  'orderId',
  'attempt',
  'account',
  'claimedAt',
  'claimedBy',
] as const satisfies readonly (keyof Attempt)[]

const ledger = createLedger<Attempt, (typeof claimedMembers)[number]>({
  table: checkAttempts,
  record: 'orderId',
  claimed: claimedMembers,
  open: ['uncertain', 'accepted'],
  endsWithCost: true,
  beside: sql`update ${checkOrders} set status = 'processing' where id = ${sql.placeholder('orderId')}`,
})

export const {
  list: listAttempts,
  end: endAttempt,
  endWith: endAttemptWith,
  isOpen: isOpenAttempt,
  keepDuration,
} = ledger

/** The columns that are written when an attempt has ended. */
export type EndedCall = Parameters<ReturnType<typeof endAttemptWith>>[1]

type NewAttempt = Pick<Attempt, 'orderId' | 'attempt' | 'account' | 'claimedBy'>

/** Undefined when it is claimed already. */
export function claimAttempt(
  tx: Db,
  locked: Locked,
  claimed: NewAttempt,
): Promise<Attempt | undefined> {
  const id = attemptIdOf(claimed.orderId, claimed.attempt)
  return ledger.claim(tx, { id, ...claimed, claimedAt: locked.wallNow })
}

/** Whether the attempt was bought or may have been, so that it counts as spent. */
export const isCharged = ({ outcome }: Pick<TriedPurchase, 'outcome'>): boolean =>
  outcome === 'answered' || outcome === 'accepted' || outcome === 'uncertain'

export async function countSent(
  tx: Db,
  { id, claimedBy }: Pick<Attempt, 'id' | 'claimedBy'>,
): Promise<void> {
  await tx
    .update(checkAttempts)
    .set({ sent: sql`${checkAttempts.sent} + 1`, claimedBy })
    .where(eq(checkAttempts.id, id))
}

/**
 * Stores the vendor's id of a purchase. It can contain a document, so it is hashed for look-ups and sealed for queries.
 */
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
