import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareCompanyNames } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { type Pair, pairs } from './pairs.ts'

const verdictOf = ({ of, one, other }: Pair) =>
  (of === 'persons' ? comparePersonNames : compareCompanyNames)(one, other).verdict

function count(part: Pair['part'], of: Pair['of'], label: Pair['label']) {
  const verdicts = pairs
    .filter((pair) => pair.part === part && pair.of === of && pair.label === label)
    .map((pair) => verdictOf(pair))
  const number = (verdict: string) => verdicts.filter((one) => one === verdict).length
  return { same: number('same'), doubtful: number('doubtful'), other: number('other') }
}

const sets = [
  { set: 'tuned on', part: 'tuning' },
  { set: 'the first fifth', part: 'first' },
  { set: 'the second set', part: 'second' },
  { set: 'the third set', part: 'third' },
  { set: 'ten of each kind', part: 'kinds' },
] as const

const table = (['persons', 'companies'] as const).flatMap((of) =>
  (['genuine', 'different'] as const).flatMap((label) =>
    sets.flatMap(({ set, part }) => {
      const { same, doubtful, other } = count(part, of, label)
      const total = same + doubtful + other
      return total === 0 ? [] : [`| ${of}, ${label} | ${set} | ${total} | ${same} | ${doubtful} | ${other} |`]
    }),
  ),
) // prettier-ignore

test('the table of the document counts what the comparator says of each set', () => {
  const text = readFileSync(new URL('../../../../docs/checks.md', import.meta.url), 'utf8')
  const [, ...rows] = /\| pairs \|[^\n]*\n([\s\S]*?)\n\n/.exec(text)?.[1]?.split('\n') ?? []
  expect(rows).toEqual(table)
})

test.for(sets)('$set: no false same, few genuine pairs missed', ({ part }) => {
  for (const of of ['persons', 'companies'] as const) {
    const { same, doubtful, other } = count(part, of, 'genuine')
    const genuine = same + doubtful + other
    if (genuine === 0) continue
    expect(count(part, of, 'different').same).toBe(0)
    expect(other / genuine).toBeLessThanOrEqual(0.01)
    // The second set has more of what nobody can decide: a nickname, a surname less beside frequent ones.
    expect(doubtful / genuine).toBeLessThanOrEqual(part === 'second' ? 0.12 : 0.1)
  }
})

test('no pair stands twice, and a fifth of the first set and two whole sets were held out', () => {
  const keys = pairs.map(({ of, one, other }) => [of, ...[one, other].toSorted()].join('\t'))
  expect(new Set(keys).size).toBe(keys.length)
  const numberOf = (part: Pair['part']) => pairs.filter((pair) => pair.part === part).length
  const first = numberOf('first') / (numberOf('tuning') + numberOf('first'))
  expect(first).toBeGreaterThan(0.18)
  expect(first).toBeLessThan(0.24)
  expect(Math.min(numberOf('second'), numberOf('third'))).toBeGreaterThan(200)
})
