// Answers a GET of insights with the stored set, or derives a new one in a commit of its own.
import type { RiskDeps } from './deps.ts'
import { commit } from '#src/journey/commit/commit.ts'
import { scopeMissing } from '#src/platform/http/auth/scopes.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { readMissing } from './pending.ts'
import { type FoundBrief, lockTransaction, readFields } from '#src/journey/transaction/store.ts'
import { isBought, wantedOf } from './look-ups/needed.ts'
import { offeredTo } from './look-ups/open.ts'
import { type InsightContent, openInsightSet, type StoredSet } from './store.ts'
import { isFresh, type Scoring, takeInsights, versionsOf } from './take.ts'

type Asked<Score> = {
  readonly principal: Principal
  readonly id: string
  readonly asker: string
  /** The scorecard of the answer, so that a set scored by another one is not reused. */
  readonly scoring?: Scoring<Score>
}

/** Undefined when the transaction was erased meanwhile. */
export async function answerInsights<Score = undefined>(
  deps: RiskDeps,
  { found, stored }: { readonly found: FoundBrief; readonly stored: StoredSet | null },
  { principal, id, asker, scoring }: Asked<Score>,
): Promise<InsightContent<Score> | undefined> {
  const { sealer, packs } = deps
  if (stored && isFresh(stored, found, versionsOf(scoring?.scorecard), new Date()))
    return openInsightSet<Score>(sealer, found, stored)
  if (!principal.scopes.has('transactions:write')) {
    // A reader may see stored results, but may not cause a purchase.
    if (stored) return openInsightSet<Score>(sealer, found, stored)
    if ((await readMissing(deps, principal, id)).some(isBought))
      throw scopeMissing('transactions:write')
  }
  return commit(
    deps,
    async (tx, hold) => {
      const locked = await lockTransaction(tx, principal, id)
      if (!locked) return undefined
      const wanted = wantedOf(await readFields(sealer, locked), offeredTo(deps, locked))
      const given = { tx, locked: hold(locked), asker, module: asker, wanted }
      return takeInsights({ facts: packs.facts, sealer }, given, scoring)
    },
    { mutexKey: id },
  )
}
