// What the decision of a review does to the run of a pack.
import { assert } from '#src/platform/assert.ts'
import { findRun } from '#src/packs/runs/store.ts'
import type { ReviewSource } from './source.ts'

export const packReviews: ReviewSource = {
  name: 'pack',
  async listModules(db, { subject }) {
    const run = await findRun(db, subject)
    return Object.keys(run?.statuses ?? {})
  },
  async stands(db, { subject }) {
    const run = await findRun(db, subject)
    return run?.decidedBy === 'review'
  },
  async apply({ tx, locked, packs }, { subject }, { verdict }) {
    const isDone = await packs.decide(tx, locked, subject, verdict)
    assert(isDone, 'the run of the review has gone on')
  },
}
