// A small part of what `npm run bench -- --only alarms` and `--only spellings` measure, with the same bounds.
import { expect, test } from 'vitest'
import { compareListedCompanies } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import { createChance } from '#test/load/chance.ts'
import { alarmsOf, loadLists } from '#test/load/names/alarms.ts'
import { drawCompany, drawPerson } from '#test/load/names/brazil.ts'
import { publish } from '#test/load/names/published.ts'
import { spellingsOfCompanies } from '#test/load/names/spellings-companies.ts'
import { spellingsOfPeople } from '#test/load/names/spellings-people.ts'

const pairs = 150

test.for(Object.entries(spellingsOfPeople))(
  'of a person, %s: at most one of a hundred is held for another',
  ([, draw]) => {
    const drawn = Array.from({ length: pairs }, (_, at) => draw(createChance(17, at)))
    const missed = drawn.filter(
      ([one, other]) => comparePersonNames(one, other).verdict === 'other',
    )
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(pairs / 100)
  },
)

test.for(Object.entries(spellingsOfCompanies))(
  'of a company, %s: at most one of a hundred is held for another',
  ([, draw]) => {
    const drawn = Array.from({ length: pairs }, (_, at) => draw(createChance(17, at)))
    const missed = drawn.filter(([one, other]) => compareListedCompanies(one, other).verdict === 'other') // prettier-ignore
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(pairs / 100)
  },
)

test('few whom no list names are held up by their name', () => {
  const sizes = { ofacPeople: 1_500, ofacCompanies: 1_500, unPeople: 130, unCompanies: 50, ceis: 500, pep: 500 } // prettier-ignore
  const lists = loadLists(publish(7, sizes))
  const held = (count: number, draw: (at: number) => Parameters<typeof alarmsOf>[1]) =>
    Array.from({ length: count }, (_, at) => alarmsOf(lists, draw(at))).filter(
      (one) => one.length > 0,
    ).length
  // A fifth of the entries hold a fifth of the 0.5 and the 1 in a hundred.
  expect(held(4_000, (at) => drawPerson(11, at))).toBeLessThanOrEqual(4)
  expect(held(1_000, (at) => drawCompany(11, at))).toBeLessThanOrEqual(2)
})
