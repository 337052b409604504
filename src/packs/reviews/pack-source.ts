// What the decision of a review does to the run of a pack, and what that run saw.
import { assert } from '#src/platform/assert.ts'
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { Kept } from '#src/packs/evidence/evidence.ts'
import { openKept } from '#src/packs/runs/kept.ts'
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
  async readSeen({ sealer }, db, transaction, { subject }) {
    const run = await findRun(db, subject)
    return run?.kept ? factsOf(await openKept(sealer, transaction, subject, run.kept)) : []
  },
  async apply({ tx, locked, packs }, { subject }, { verdict, modules }) {
    const isDone =
      verdict === 'again'
        ? await packs.askAgain(tx, locked, subject, modules)
        : await packs.decide(tx, locked, subject, verdict)
    assert(isDone, 'the run of the review has gone on')
  },
}

/** Whatever was seen at any time, by its group; results of modules as the facts that they are. */
function factsOf({ facts, results }: Kept): FactValues[] {
  const given = Object.entries(facts).flatMap(([group, values]) =>
    values.map((value) => ({ [group]: value })),
  )
  const shown = Object.entries(results).flatMap(([module, lists]) =>
    lists.flat().flatMap((one) => describeResult(module, one)),
  )
  return [...given, ...shown]
}

function describeResult(module: string, result: unknown): FactValues[] {
  if (typeof result !== 'object' || result === null) return []
  if (module === 'facialBiometrics' && 'livenessStatus' in result)
    return [{ liveness: { status: result.livenessStatus } }]
  if (module === 'aiDocs' && 'status' in result) return [{ documents: { verdict: result.status } }]
  if ('denied' in result) return [{ phones: { denied: result.denied } }]
  return []
}
