import type { Db } from '#src/db/client.ts'
import type { Scoring } from '#src/insights/take.ts'
import type { CelVariables } from '#src/packs/cel/variables.ts'
import { findCard } from '#src/scorecards/cards.ts'
import type { Score } from '#src/scorecards/compile.ts'
import type { Locked } from '#src/transaction/locked.ts'

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
