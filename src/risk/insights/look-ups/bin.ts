// Looks up a card's BIN by a check on the port `card-risk`, which is bought once per transaction and day, with its cost
// on the timeline.
import { requestCheck } from '#src/screening/checks/request.ts'
import type { RequestDeps } from '#src/screening/orders/deps.ts'
import { findNewestOrder } from '#src/screening/orders/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { toBin } from '../card-scheme.ts'
import type { KnownLookUp } from './needed.ts'

const module = 'card-risk'
export const binService = 'Bin'

/**
 * Over the daily limit the check fails, which says nothing about the card. False when it could not even be requested.
 */
export async function buyBin(ctx: InCommit<RequestDeps>, { card }: StoredFields): Promise<boolean> {
  const bin = toBin(card?.bin ?? '')
  if (bin === undefined) return false
  const last4 = card?.last4 ?? ''
  const subject = { bin, ...(/^\d{4}$/.test(last4) && { last4 }) }
  const asked = { module, port: 'card-risk', services: [binService], subject } as const
  const { kind } = await requestCheck(ctx, asked, { capped: false })
  return kind === 'check'
}

/** Undefined when it was never requested. */
export async function findBin(
  db: Db,
  { id, now, wallNow }: Pick<Locked, 'id' | 'now' | 'wallNow'>,
): Promise<KnownLookUp | undefined> {
  const order = await findNewestOrder(db, id, module)
  if (!order) return undefined
  // The times of orders are by the transaction's clock.
  const { status, result, endedAt, openedAt } = order
  const agoMs = now.getTime() - (endedAt ?? openedAt).getTime()
  return {
    name: 'bin',
    outcome: toOutcome(status, result),
    at: new Date(wallNow.getTime() - agoMs),
  }
}

function toOutcome(
  status: 'pending' | 'processing' | 'completed' | 'failed',
  result: unknown,
): KnownLookUp['outcome'] {
  switch (status) {
    case 'completed':
      return result === null ? 'absent' : 'found'
    case 'failed':
      return 'failed'
    case 'pending':
    case 'processing':
      return 'open'
  }
}
