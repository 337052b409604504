import type { Db } from '#src/platform/db/client.ts'
import type { Scoring } from '#src/risk/insights/take.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { findScorecard } from '#src/risk/scorecards/published-scorecards.ts'
import type { Score } from '#src/risk/scorecards/score.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'

/** The name of the module in packs. */
export const cardCheck = { key: 'cardCheck' } as const

/** Whether the transaction has a card to be checked. */
export const hasCard = ({ card }: Pick<StoredFields, 'card'>): boolean =>
  card !== undefined && Object.values(card).some((part) => part.trim() !== '')

/** Subjects whose insights do not concern the use of a card. */
const otherSubjects: ReadonlySet<string> = new Set(['Vehicle', 'Company'])

export const isAboutCards = ({ relatedTo }: { readonly relatedTo: readonly string[] }): boolean =>
  relatedTo.some((subject) => !otherSubjects.has(subject))

/** Scores by the named scorecard, such as `card@1`, or by the live one. */
export async function cardScoring(
  db: Db,
  variables: CelVariables,
  transaction: Pick<Locked, 'id' | 'tenant' | 'mode'>,
  named = 'card',
): Promise<Scoring<Score | null>> {
  const scorecard = await findScorecard(db, variables, transaction, named)
  return { scorecard: scorecard.key, score: (facts) => scorecard.evaluate(facts) ?? null }
}
