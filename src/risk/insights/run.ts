// Runs insights as a module of a pack: they are derived when the look-ups that they need have ended.
import type { Db } from '#src/platform/db/client.ts'
import {
  type ModuleCall,
  opens,
  type Owning,
  type ModuleRun,
} from '#src/journey/capabilities/module.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { isOpen, openLookUps, listKnown } from './look-ups/open.ts'
import { askableOf, isDue } from './look-ups/needed.ts'
import { findInsightSet, type InsightContent, openInsightSet } from './store.ts'
import { type Scoring, takeInsights } from './take.ts'

type Options<Score> = {
  /** The name of the module in packs. */
  readonly module: string
  /** Whether the module applies to the transaction; without it, it always does. */
  readonly applies?: (facts: Awaited<ReturnType<typeof readFields>>) => boolean
  readonly scoring?: (call: ModuleCall) => Promise<Scoring<Score>>
}

/**
 * Every possible look-up is opened, even if the deployment has no account for it: such a one fails at once, which gives
 * no fact.
 */
export function insightRuns<Score>({
  module,
  applies = () => true,
  scoring,
}: Options<Score>): ModuleRun {
  return opens(
    async ({ tx, locked, sealer }) => {
      const fields = await readFields(sealer, locked)
      await openLookUps(tx, locked, askableOf(fields))
    },
    async (call) => {
      const { tx, locked, sealer, facts, runId, step } = call
      const fields = await readFields(sealer, locked)
      if (!applies(fields)) return true
      const wanted = askableOf(fields)
      const known = await listKnown(tx, locked, wanted)
      const waits = wanted.some((name) => {
        const one = known.find((row) => row.name === name)
        return isOpen(locked, name) || one?.outcome === 'open' || isDue(one, locked.wallNow)
      })
      if (waits) return false
      const given = { tx, locked, asker: askerOf({ runId, step }), module, runId, wanted: [] }
      await takeInsights({ facts, sealer }, given, await scoring?.(call))
      return true
    },
  )
}

type Asking = Pick<ModuleCall, 'runId' | 'step'>

/** The key of the insight set, because each step of a run has its own. */
const askerOf = ({ runId, step }: Asking): string => `${step}:${runId}`

/** The insights that a step of a run has stored; undefined before, and when the module did not apply. */
export async function readRunInsights<Score>(
  db: Db,
  sealer: Sealer,
  { transaction, ...asked }: Asking & { readonly transaction: Owning },
): Promise<(InsightContent<Score> & { readonly derivedAt: Date }) | undefined> {
  const set = await findInsightSet(db, transaction.id, askerOf(asked))
  if (!set) return undefined
  return { ...(await openInsightSet<Score>(sealer, transaction, set)), derivedAt: set.derivedAt }
}
