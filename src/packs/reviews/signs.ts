// Against what a review would be approved: by the facts as they are now, and as they were when it came.
import type { ReviewDeps } from './source.ts'
import type { FactsAsked, FactValues } from '#src/journey/facts/facts.ts'
import type { Db } from '#src/platform/db/client.ts'
import { findSigns, type Sign, signGroups } from './rules.ts'
import type { Review } from './store.ts'

type Deps = Pick<ReviewDeps, 'packs' | 'sealer' | 'reviewSources'>

export async function readSigns(
  deps: Deps,
  db: Db,
  transaction: FactsAsked['transaction'],
  review: Review,
): Promise<Sign[]> {
  const { packs, sealer } = deps
  const now = await packs.facts.gather({ db, sealer, transaction }, signGroups)
  return readSignsWith(deps, db, { transaction, review, now })
}

/** The same where the facts of now were gathered already. */
export async function readSignsWith(
  { sealer, reviewSources }: Deps,
  db: Db,
  about: {
    readonly transaction: FactsAsked['transaction']
    readonly review: Review
    readonly now: FactValues
  },
): Promise<Sign[]> {
  const { transaction, review, now } = about
  const seen = await reviewSources(review.source).readSeen({ sealer }, db, transaction, review)
  return findSigns(now, seen)
}
