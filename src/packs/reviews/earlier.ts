// Settles the reviews of a transaction’s earlier runs of a pack when a further run has ended: those about missing data
// become obsolete; those about signs against the person hold the further run too.
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { Stopped } from '#src/packs/document/interpret.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { reviewClosed } from './kinds.ts'
import { packReviews } from './pack-source.ts'
import { findSigns } from './rules.ts'
import { isAgainst } from './seen.ts'
import { closeOpen, listOpenOfPack, type Review } from './store.ts'
import { readSeenByRun } from './view.ts'

/** A run is not approved while an earlier run’s review about a sign against the person is open. */
const reviewOpen: Stopped = { outcome: 'review', reason: 'review-open' }

type Ending = {
  readonly deps: PackDeps
  readonly tx: Db
  readonly locked: Locked
  readonly run: { readonly row: { readonly id: string; readonly name: string } }
}

/**
 * Returns the stop that ends the run: the given one, or `review-open` for an approval that an open review holds back.
 */
export async function settleEarlier(ending: Ending, stop: Stopped): Promise<Stopped> {
  const { tx, locked, run } = ending
  const open = await listOpenOfPack(tx, locked.id, run.row)
  const standing = await Promise.all(open.map((one) => isAgainstSign(ending, one)))
  for (const [at, { subject }] of open.entries())
    if (!standing[at])
      for (const ref of await closeOpen(tx, { subject }, 'superseded', locked.now))
        append(locked, { kind: reviewClosed, ref, code: 'superseded' })
  return stop.outcome === 'approved' && standing.includes(true) ? reviewOpen : stop
}

/**
 * Decides by what the run of the review saw, and by what its deciding condition read; true when that was not recorded.
 */
async function isAgainstSign({ deps, tx, locked }: Ending, review: Review): Promise<boolean> {
  const asked = review.because === 'appeal' || review.because === reviewOpen.reason
  if (asked || review.firstBy !== null) return true
  const [seen, saw] = await Promise.all([
    packReviews.readSeen(deps, tx, locked, review),
    readSeenByRun({ packs: deps, sealer: deps.sealer }, tx, locked, review),
  ])
  return findSigns({}, seen).length > 0 || saw.deciding.values.some(isAgainst)
}
