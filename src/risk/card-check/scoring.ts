import type { Db } from '#src/platform/db/client.ts'
import type { Scoring } from '#src/risk/insights/take.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { findCard } from '#src/risk/scorecards/cards.ts'
import type { Score } from '#src/risk/scorecards/compile.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** By a scorecard that is named, `card@1`, or by the one that is live. */
export async function scoreCards(
  db: Db,
  variables: CelVariables,
  transaction: Pick<Locked, 'id' | 'tenant' | 'mode'>,
  named = 'card',
): Promise<Scoring<Score>> {
  const card = await findCard(db, variables, transaction, named)
  return { card: card.key, score: (facts) => card.evaluate(facts) }
}
