// The rules that made up a score: sealed with it, and shown by the timeline at its entry.
import { insightsDerived } from '#src/risk/insights/take.ts'
import { findInsightSets, openInsightSet } from '#src/risk/insights/store.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { DetailsQuery, ReadDetails } from '#src/journey/capabilities/details.ts'
import type { Score } from './score.ts'
import { readScores } from './store.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

/** `reason` is the scorecard with its version; the outcome says how many of its rules have applied. */
export const scoreComputed = defineKind(
  'score-computed',
  'A score was computed: the outcome is how many rules of the scorecard have applied.',
)

/** When a score was computed again, only its newest entry has rules, because the older score was replaced. */
export const firedRules: ReadDetails = async (asked) => {
  const [scores, sets] = await Promise.all([ofScores(asked), ofInsights(asked)])
  return new Map([...scores, ...sets].map(([seq, rules]) => [seq, { rules }]))
}

type Fired = [seq: number, rules: string[]]

const codesOf = (scores: readonly (Pick<Score, 'reasons'> | null)[]): string[] => [
  ...new Set(scores.flatMap((one) => one?.reasons.map(({ code }) => code) ?? [])),
]

/** The newest entry of each name. */
function newestBy(
  entries: readonly Entry[],
  kind: string,
  name: (entry: Entry) => string,
): Map<string, number> {
  return new Map(
    entries.filter((one) => one.kind === kind).map((one) => [name(one), one.seq] as const),
  )
}

async function ofScores({ db, sealer, transaction, entries }: DetailsQuery): Promise<Fired[]> {
  const named = newestBy(entries, scoreComputed.name, ({ ref, module }) => `${ref}:${module}`)
  if (named.size === 0) return []
  const rows = await readScores<Score | Score[] | null>(db, sealer, transaction)
  return rows.flatMap(({ runId, module, content }): Fired[] => {
    const seq = named.get(`${runId}:${module}`)
    return seq === undefined ? [] : [[seq, codesOf([content].flat())]]
  })
}

/** Insight sets of a run are stored under its id, those of a client under the operation only. */
async function ofInsights({ db, sealer, transaction, entries }: DetailsQuery): Promise<Fired[]> {
  const named = newestBy(entries, insightsDerived.name, ({ ref, module }) =>
    ref === null ? `${module}` : `${module}:${ref}`,
  )
  if (named.size === 0) return []
  const sets = await findInsightSets(db, transaction.id)
  const fired = sets.map(async (set): Promise<Fired[]> => {
    const seq = named.get(set.asker)
    if (seq === undefined) return []
    const { score } = await openInsightSet<Score>(sealer, transaction, set)
    return score ? [[seq, codesOf([score])]] : []
  })
  return (await Promise.all(fired)).flat()
}
