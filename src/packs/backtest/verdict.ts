// The verdict of a version on one completed run, over the recorded evidence of that run.
import { cardOf } from '#src/packs/document/options.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { WrappedKey } from '#src/platform/seal/keys.ts'
import { findModule } from '#src/journey/capabilities/module.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { findById, readFields } from '#src/journey/transaction/store.ts'
import { answerCondition, answerTable } from '#src/packs/conditions/conditions.ts'
import { Unrecorded } from '#src/packs/conditions/evidence-source.ts'
import { transactionSeen } from '#src/packs/conditions/transaction.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { stepAt } from '#src/packs/document/walk.ts'
import { commitStepsMax } from '#src/packs/runs/steps.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { evaluate, type BacktestVerdict, undecidable } from './evaluate.ts'
import { type Past, PastRun } from './past-run.ts'

type Kept = Pick<Past, 'pack' | 'answers' | 'kept'> & {
  readonly owning: Owner & { readonly id: string; readonly key: WrappedKey }
}

export async function verdictOf(
  { offered, facts, sealer }: Pick<PackDeps, 'offered' | 'facts' | 'sealer'>,
  db: Db,
  pack: Pack,
  { owning, ...past }: Kept,
): Promise<BacktestVerdict> {
  if (past.kept.isTooLarge) return undecidable('too-large')
  const recorded = new PastRun(
    {
      ...past,
      async transaction() {
        const found = await findById(db, owning.id)
        if (!found) throw new Unrecorded()
        return transactionSeen(await readFields(sealer, found), found)
      },
      recompute: async (step, given) => {
        const card = cardOf(step)
        return findModule(step.module, offered).recompute?.({
          db,
          variables: facts.variables,
          transaction: owning,
          facts: given,
          ...(card !== undefined && { scorecard: card }),
        })
      },
    },
    pack,
  )
  // The same budget as in a commit, in which a shadow is evaluated.
  const allowance = { left: commitStepsMax }
  return evaluate(pack, recorded, async (path, run) => {
    if (recorded.failedAt(path, run)) return 'failed'
    const ask = stepAt(pack.root, path)?.kind === 'decide' ? answerTable : answerCondition
    return ask(recorded.sightAt(path, run), { pack, path, allowance }, { offered, facts })
  })
}
