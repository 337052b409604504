// What an evaluation costs, beside one that is known: a machine that does other work makes both slower.
import { compileCondition, ConditionFailed } from '#src/platform/cel/cel.ts'
import { type Cost, leastCost, processorMs } from '#test/support/machine/processor.ts'

const numbers = { facts: { record: { rates: { list: 'double' } } } } as const
const rates = Array.from({ length: 100 }, (_, at) => at)
const loops = Array.from({ length: 9 }, () => 'facts.rates.all(a, facts.rates.all(b, a + b >= 0))')
const plain = compileCondition(loops.join(' && '), numbers)

/** Uses up a whole budget by plain steps; so many milliseconds where nothing else runs. */
const reference = () => endOf(() => plain.evaluate({ facts: { rates } }))
const referenceMs = 16

/** What it answers, or the code of its failure. */
export function endOf(evaluate: () => boolean): boolean | string {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof ConditionFailed) return error.code
    throw error
  }
}

/** The least of so many pairs, in milliseconds of a machine on which nothing else runs. */
export async function costOf(work: () => unknown, times = 5): Promise<Cost> {
  let least: Cost = { ms: Infinity, bytes: Infinity }
  for (let time = 0; time < times; time += 1) {
    const { ms, bytes } = await leastCost(work, 1)
    const slowness = Math.max(1, (await processorMs(reference)) / referenceMs)
    least = { ms: Math.min(least.ms, ms / slowness), bytes: Math.min(least.bytes, bytes) }
  }
  return least
}
