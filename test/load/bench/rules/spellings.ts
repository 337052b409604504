// Measures by kind of difference how often two spellings of one name are judged different, so that a listed person
// would be missed.
import { compareListedCompanies } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import type { NameMatch } from '#src/journey/names/verdict.ts'
import { createChance } from '#test/load/chance.ts'
import { spellingsOfCompanies } from '#test/load/names/spellings-companies.ts'
import { type DrawPair, spellingsOfPeople } from '#test/load/names/spellings-people.ts'
import { type Measure, type Result, toResult } from '#test/load/bench/measure.ts'

const pairs = 10_000
/** In percent. */
const missedMost = 1

type Compare = (one: string, other: string) => { readonly verdict: NameMatch }

const kinds: readonly (readonly [string, Compare, Readonly<Record<string, DrawPair>>])[] = [
  ['people', (one, other) => comparePersonNames(one, other), spellingsOfPeople],
  ['companies', (one, other) => compareListedCompanies(one, other), spellingsOfCompanies],
]

export const spellings: Measure = {
  name: 'spellings',
  against: '1 of 100 drawn pairs of one bearer held for two',
  aims: Object.fromEntries(
    kinds.flatMap(([of, , drawn]) => Object.keys(drawn).map((kind) => [lineOf(of, kind), 1])),
  ),
  run: async () =>
    kinds.flatMap(([of, compare, drawn]) =>
      Object.entries(drawn).map(([kind, draw]) => measure(lineOf(of, kind), compare, draw)),
    ),
}

function lineOf(of: string, kind: string): string {
  return `spelling-${of}-${kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '')
}

function measure(name: string, compare: Compare, draw: DrawPair): Result {
  let missed = 0
  for (let at = 0; at < pairs; at += 1)
    if (compare(...draw(createChance(17, at))).verdict === 'other') missed += 1
  const value = (100 * missed) / pairs
  return toResult({ name, value, baseline: missedMost, unit: '% missed', higherIsBetter: false })
}
