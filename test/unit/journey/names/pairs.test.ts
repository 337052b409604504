import { expect, test } from 'vitest'
import { compareCompanyNames } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { type Pair, pairs } from './pairs.ts'

const verdictOf = ({ of, one, other }: Pair) =>
  (of === 'persons' ? comparePersonNames : compareCompanyNames)(one, other).verdict

function countOutcomes(part: Pair['part']) {
  const judged = pairs.filter((pair) => pair.part === part)
  const count = (of: Pair['of'], label: Pair['label']) => {
    const verdicts = judged
      .filter((pair) => pair.of === of && pair.label === label)
      .map((pair) => verdictOf(pair))
    const number = (verdict: string) => verdicts.filter((one) => one === verdict).length
    return { same: number('same'), doubtful: number('doubtful'), other: number('other') }
  }
  return {
    persons: { genuine: count('persons', 'genuine'), different: count('persons', 'different') },
    companies: {
      genuine: count('companies', 'genuine'),
      different: count('companies', 'different'),
    },
  }
}

test('the pairs that the rules were tuned on', () => {
  expect(countOutcomes('tuning')).toEqual({
    persons: {
      genuine: { same: 236, doubtful: 26, other: 0 },
      different: { same: 0, doubtful: 78, other: 124 },
    },
    companies: {
      genuine: { same: 77, doubtful: 7, other: 0 },
      different: { same: 0, doubtful: 38, other: 57 },
    },
  })
})

test('the pairs that were held out', () => {
  expect(countOutcomes('held-out')).toEqual({
    persons: {
      genuine: { same: 54, doubtful: 8, other: 0 },
      different: { same: 0, doubtful: 23, other: 45 },
    },
    companies: {
      genuine: { same: 26, doubtful: 0, other: 0 },
      different: { same: 0, doubtful: 11, other: 11 },
    },
  })
})

test.for(['tuning', 'held-out'] as const)('%s: no false same, few genuine pairs missed', (part) => {
  const { persons, companies } = countOutcomes(part)
  expect(persons.different.same + companies.different.same).toBe(0)
  const sum = (verdict: 'same' | 'doubtful' | 'other') =>
    persons.genuine[verdict] + companies.genuine[verdict]
  const genuine = sum('same') + sum('doubtful') + sum('other')
  expect(sum('other') / genuine).toBeLessThanOrEqual(0.01)
  expect(sum('doubtful') / genuine).toBeLessThanOrEqual(0.1)
})

test('no pair stands twice, and a fifth is held out', () => {
  const keys = pairs.map(({ of, one, other }) => [of, ...[one, other].toSorted()].join('\t'))
  expect(new Set(keys).size).toBe(keys.length)
  expect(pairs.length).toBeGreaterThan(800)
  const heldOut = pairs.filter(({ part }) => part === 'held-out').length
  expect(heldOut / pairs.length).toBeGreaterThan(0.18)
  expect(heldOut / pairs.length).toBeLessThan(0.24)
})
