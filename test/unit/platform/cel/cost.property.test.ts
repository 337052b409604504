// Whatever is accepted costs at most 50 ms and 20 MB, over full lists and long texts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileCondition, findConditionFaults } from '#src/platform/cel/cel.ts'
import { leastCost } from '#test/support/machine/processor.ts'
import { expressions, fullContext, variables } from './random-expressions.ts'
import { costOf, endOf } from './reference.ts'

const msMax = 50
const bytesMax = 20_000_000

function evaluate(source: string): () => void {
  const condition = compileCondition(source, variables)
  return () => endOf(() => condition.evaluate(fullContext))
}

const isWithin = ({ ms, bytes }: { readonly ms: number; readonly bytes: number }) =>
  ms <= msMax && bytes <= bytesMax

test('an expression that is accepted costs at most 50 ms and 20 MB', async () => {
  // The first one prepares the engine and builds the context.
  evaluate('true')()
  await fc.assert(
    fc.asyncProperty(expressions, async (source) => {
      if (findConditionFaults(source, variables).length > 0) return
      const run = evaluate(source)
      const first = await leastCost(run, 1)
      const cost = isWithin(first) ? first : await costOf(run)
      expect({ source, ...cost, isWithin: isWithin(cost) }).toMatchObject({ isWithin: true })
    }),
    { numRuns: 1_500 },
  )
})
