// A pack of some steps, and what it makes of the run of another one.
import { createFacts } from '#src/journey/facts/facts.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { evaluate } from '#src/packs/backtest/evaluate.ts'
import { PastRun } from '#src/packs/backtest/past-run.ts'
import { answerCondition, answerTable } from '#src/packs/conditions/conditions.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { stepAt } from '#src/packs/document/walk.ts'

/** The steps one after the other. */
export const packOf = (...steps: readonly Step[]): Pack => ({
  name: 'own',
  version: 1,
  root: { kind: 'sequence', steps },
})

/** Of the whole service. */
export const vocabulary = {
  offered: capabilities.flatMap((one) => one.module ?? []),
  facts: createFacts(capabilities.flatMap((one) => one.facts ?? [])),
}

/** Offers no module and no fact. */
export const bareVocabulary = { offered: [], facts: { variables: {} } }

type Past = ConstructorParameters<typeof PastRun>[0]

/** Evaluates a pack over a past run of another one. */
export function evaluateOver(
  past: Pick<Past, 'pack' | 'kept'> & Partial<Past>,
  pack: Pack,
): ReturnType<typeof evaluate> {
  const whole = {
    answers: {},
    transaction: async () => ({}),
    recompute: async () => undefined,
    ...past,
  }
  const recorded = new PastRun(whole, pack)
  return evaluate(pack, recorded, (path, run) => {
    const answer = stepAt(pack.root, path)?.kind === 'decide' ? answerTable : answerCondition
    return answer(recorded.sightAt(path, run), { pack, path }, bareVocabulary)
  })
}
