// What the rows of a table answer: over what all of them read, gathered once, within the budget of one condition.
import { describe, expect, test } from 'vitest'
import { answerTable } from '#src/packs/conditions/conditions.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import type { DecideRow, Step } from '#src/packs/document/pack.ts'
import { stepsMax } from '#src/platform/cel/budget.ts'
import { vocabulary } from '#test/support/packs/own-pack.ts'
import { decide, module, sequence } from '#test/support/packs/build.ts'

const rowOf = (condition: Pick<DecideRow, 'if' | 'unless'>, at: number): DecideRow => ({
  ...condition,
  id: `row${at}`,
  outcome: 'review',
  reason: 'look',
})
const packOf = (...rows: Pick<DecideRow, 'if' | 'unless'>[]) => ({
  name: 'own',
  version: 1,
  root: sequence(module({ key: 'score' }), decide(...rows.map(rowOf))) as Step,
})

function sightOf(facts: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const asked = { sections: 0, facts: 0 }
  return {
    asked,
    async section() {
      asked.sections += 1
      return { moduleStatus: 'completed' as const, results: [{ value: 60 }] }
    },
    async facts() {
      asked.facts += 1
      return facts
    },
    transaction: async () => ({}),
  }
}

const ask = (
  rows: Pick<DecideRow, 'if' | 'unless'>[],
  facts: Parameters<typeof sightOf>[0] = {},
  allowance = { left: stepsMax },
) => answerTable(sightOf(facts), { pack: packOf(...rows), path: '/steps/1', allowance }, vocabulary)

describe('the rows of a table', () => {
  test.for<[Pick<DecideRow, 'if' | 'unless'>, object, unknown]>([
    [{ if: 'facts.checks.hit' }, { hit: true }, true],
    [{ unless: 'facts.checks.hit' }, { hit: true }, false],
    [{ if: 'facts.checks.hit' }, {}, 'unanswered'],
    [{ unless: 'facts.checks.hit' }, {}, 'unanswered'],
    // What is known beside what is unknown may decide.
    [{ if: 'facts.checks.hit || facts.checks.personDead' }, { personDead: true }, true],
    [{ if: 'facts.checks.hit || facts.checks.personDead' }, { personDead: false }, 'unanswered'],
    [{ if: 'facts.checks.hit && facts.checks.personDead' }, { personDead: false }, false],
    [{ unless: 'facts.checks.hit && facts.checks.personFound' }, { personFound: false }, true],
    [{ unless: 'facts.checks.hit || facts.checks.personFound' }, { personFound: true }, false],
    [{ if: 'has(facts.checks.hit)' }, {}, false],
    [{ if: 'steps.score.results[0].value >= 40' }, {}, true],
    [{}, {}, true],
  ])('%j over %j: %s', async ([row, checks, expected]) => {
    expect(await ask([row], { checks: checks as Record<string, unknown> })).toEqual([expected])
  })

  test('see the same, which is gathered once for all of them', async () => {
    const sight = sightOf({ checks: { hit: true }, liveness: { spoofs: 0 } })
    const pack = packOf(
      { if: 'facts.checks.hit' },
      { if: 'facts.liveness.spoofs >= 2' },
      { if: 'facts.checks.hit && steps.score.results[0].value < 30' },
    )
    expect(await answerTable(sight, { pack, path: '/steps/1' }, vocabulary)).toEqual([
      true,
      false,
      false,
    ])
    expect(sight.asked).toEqual({ sections: 1, facts: 1 })
  })

  test('have the budget of one condition together, and over it are unknown', async () => {
    const rules = Array.from({ length: 100 }, (_, at) => at)
    const dear = 'facts.device.rules.all(a, facts.device.rules.all(b, a + b >= 0.0))'
    const one = { left: stepsMax }
    await ask([{ if: dear }], { device: { rules } }, one)
    const cost = stepsMax - one.left
    const fits = Math.floor(stepsMax / cost)
    const many = Array.from({ length: fits + 2 }, () => ({ if: dear }))
    const allowance = { left: 4 * stepsMax }
    const answers = await ask(many, { device: { rules } }, allowance)
    expect(answers.slice(0, fits)).toEqual(Array.from({ length: fits }, () => true))
    expect(answers.slice(fits)).toEqual(['unanswered', 'unanswered'])
    expect(allowance.left).toBeGreaterThanOrEqual(3 * stepsMax)
  })
})

describe('a row is refused', () => {
  test.for<[Pick<DecideRow, 'if' | 'unless'>, string, string]>([
    [{ if: 'false' }, '/if', 'never hold'],
    [{ unless: '1 < 2' }, '/unless', 'never hold'],
    [{ if: 'facts.checks.hit && 2 > 3' }, '/if', 'never hold'],
    [{ if: 'facts.checks.nothing' }, '/if', 'nothing'],
    [{ unless: 'transaction.name.startsWith("A")' }, '/unless', 'may only be compared'],
  ])('%j', ([row, field, detail]) => {
    expect(findUnofferedFaults(packOf(row), vocabulary)).toEqual([
      expect.objectContaining({
        pointer: `/steps/1/rows/0${field}`,
        detail: expect.stringContaining(detail),
      }),
    ])
  })

  test.for(['facts.checks.hit', 'has(facts.checks.hit)', '!has(facts.checks.hit)', 'true'])(
    '%s is not',
    (condition) => {
      expect(findUnofferedFaults(packOf({ if: condition }), vocabulary)).toEqual([])
    },
  )
})
