// Applies the decision of a review to its run, and reads what that run saw.
import { assert } from '#src/platform/assert.ts'
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { EvidenceRecord } from '#src/packs/runs/evidence/evidence.ts'
import { openEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { pathOfStep } from './rules.ts'
import type { ReviewSource } from './source.ts'

export const packReviews: ReviewSource = {
  name: 'pack',
  findRunId: async (_db, { subject }) => subject,
  async listModules(db, { subject }) {
    const run = await findRun(db, subject)
    const ended = ['completed', 'failed', 'skipped']
    return Object.entries(run?.statuses ?? {}).flatMap(([name, status]) =>
      ended.includes(status) ? [name] : [],
    )
  },
  async stands(db, { subject, step, verdict }) {
    const run = await findRun(db, subject)
    const path = pathOfStep(step)
    if (path === undefined) return run?.decidedBy === 'review'
    return run?.endedAt !== null && run?.answers[path] === (verdict === 'approved')
  },
  async readSeen({ sealer }, db, transaction, { subject }) {
    const run = await findRun(db, subject)
    if (!run?.kept) return undefined
    const kept = await openEvidence(sealer, transaction, subject, run.kept)
    return kept.isTooLarge ? undefined : factsOf(kept)
  },
  async apply({ tx, locked, packs }, { subject, step }, { verdict, modules }) {
    const path = pathOfStep(step)
    const decision = { verdict, modules, ...(path !== undefined && { path }) }
    const isDone = await packs.decide(tx, locked, subject, decision)
    assert(isDone, 'the run of the review has gone on')
  },
}

/** All values that the run saw at any time, by group; results of modules in the form of facts. */
function factsOf({ facts, results }: EvidenceRecord): FactValues[] {
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
