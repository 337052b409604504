// A score is computed from facts, once for each run of a pack that holds it.
import type { CelVariables } from '#src/packs/cel-variables.ts'
import { computes, defineModule, type ModuleCall } from '#src/packs/module.ts'
import { basic } from './basic.ts'
import { score } from './rules.ts'
import { ScoreResult } from './schema.ts'
import { type CompiledScorecard, compileScorecard } from './scorecard.ts'
import { insertScore, listScores } from './store.ts'

export const scoreModule = defineModule(
  score,
  ScoreResult,
  async (db, { runId, moduleStatus }) => ({ moduleStatus, results: await listScores(db, runId) }),
  { runs: computes(computeScore), seen: { value: 'double' } },
)

async function computeScore({ tx, locked, runId, sealer, facts }: ModuleCall): Promise<void> {
  const known = await facts.gather({ db: tx, sealer, transaction: locked })
  const { value, reason, reasons } = compiled(facts.variables).evaluate(known)
  await insertScore(tx, {
    runId,
    transactionId: locked.id,
    scorecard: `${basic.name}@${basic.version}`,
    value,
    reason,
    reasons,
    createdAt: locked.now,
  })
}

const known = new WeakMap<CelVariables, CompiledScorecard>()

/** Once for the facts that the process offers. */
function compiled(variables: CelVariables): CompiledScorecard {
  const scorecard = known.get(variables) ?? compileScorecard(basic, variables)
  known.set(variables, scorecard)
  return scorecard
}
