// What conditions as packs have them take of what all of a commit may cost.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { computes, defineModule } from '#src/journey/capabilities/module.ts'
import { answerCondition } from '#src/packs/conditions/conditions.ts'
import { commitStepsMax } from '#src/packs/runs/steps.ts'
import { definePack, module, sequence, stop, when } from '#test/support/packs/build.ts'

const sum = { key: 'sum' } as const
const offered = [
  defineModule(
    sum,
    z.object({ value: z.number(), band: z.string() }),
    async (_db, { moduleStatus }) => ({ moduleStatus, results: [] }),
    { runs: computes(async () => {}), seen: { value: 'double', band: 'string' } },
  ),
]

const hundred = {
  section: async () => ({
    moduleStatus: 'completed' as const,
    results: Array.from({ length: 100 }, () => ({ value: 1, band: 'low' })),
  }),
  facts: async () => ({}),
  transaction: async () => ({}),
}

const cells = 25 * 25

test.for([
  ['a comparison', 'sum.results[0].value > 5 && sum.results[0].band in ["high", "medium"]', 0.01],
  ['a loop over a hundred', 'sum.results.exists(one, one.value > 5 && one.value < 9)', 0.4],
  [
    'a loop and a choice over a hundred',
    'sum.results.filter(one, one.value > 5).size() > 3 && sum.results.all(one, one.band == "low")',
    0.4,
  ],
] as const)('25 rows of 25 cells, each %s, are answered', async ([, condition, share]) => {
  const pack = definePack(
    'rows',
    1,
    sequence(module(sum), when([sum], condition, stop('rejected', 'high'))),
  )
  const allowance = { left: commitStepsMax }
  for (let cell = 0; cell < cells; cell += 1)
    expect(
      await answerCondition(
        hundred,
        { pack, path: '/steps/1', allowance },
        { offered, facts: { variables: {} } },
      ),
    ).toBe(false)
  expect(allowance.left).toBeGreaterThan((1 - share) * commitStepsMax)
})
