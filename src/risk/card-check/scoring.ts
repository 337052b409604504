import type { Db } from '#src/platform/db/client.ts'
import type { Scoring } from '#src/risk/insights/take.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { findScorecard } from '#src/risk/scorecards/published.ts'
import type { Score } from '#src/risk/scorecards/compile.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** By a scorecard that is named, `card@1`, or by the one that is live. */
export async function cardScoring(
  db: Db,
  variables: CelVariables,
  transaction: Pick<Locked, 'id' | 'tenant' | 'mode'>,
  named = 'card',
): Promise<Scoring<Score>> {
  const scorecard = await findScorecard(db, variables, transaction, named)
  return { scorecard: scorecard.key, score: (facts) => scorecard.evaluate(facts) }
}
