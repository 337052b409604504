// Measures how many names one process compares per second, each parsed from its text: the labelled pairs of the unit
// tests.
import { compareCompanyNames, readCompanyName } from '#src/journey/names/companies.ts'
import { comparePersonNames, readPersonName } from '#src/journey/names/persons.ts'
import { pairs, type Pair } from '#test/unit/journey/names/pairs.ts'
import { alternate, median } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'

const rounds = 7
const passes = 10

export const names: Measure = {
  name: 'names',
  against: 'the edit distance of both names in small letters without accents',
  aims: {},
  run: async () => [
    await measure('persons', ({ one, other }) =>
      comparePersonNames(readPersonName(one), readPersonName(other)),
    ),
    await measure('companies', ({ one, other }) =>
      compareCompanyNames(readCompanyName(one), readCompanyName(other)),
    ),
  ],
}

async function measure(of: Pair['of'], compare: (pair: Pair) => { readonly verdict: string }) {
  const own = pairs.filter((pair) => pair.of === of)
  const ours: number[] = []
  const bare: number[] = []
  const rate = (isSame: (pair: Pair) => boolean, into: number[]) => async () => {
    const begun = performance.now()
    let same = 0
    for (let pass = 0; pass < passes; pass += 1) for (const pair of own) if (isSame(pair)) same += 1
    if (same === 0) throw new Error('some of the pairs are the same')
    into.push((own.length * passes * 1_000) / (performance.now() - begun))
  }
  const byRules = (pair: Pair) => compare(pair).verdict === 'same'
  const byDistance = ({ one, other }: Pair) => distanceOf(plain(one), plain(other)) < 3
  await alternate(2, rate(byRules, []), rate(byDistance, []))
  await alternate(rounds, rate(byRules, ours), rate(byDistance, bare))
  const line = { value: median(ours), baseline: median(bare), unit: 'pairs/s' }
  return toResult({ name: `names-${of}`, ...line, higherIsBetter: true })
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const changed = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1)
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
