import { expect, test } from 'vitest'
import companies from '#src/journey/names/data/companies.json' with { type: 'json' }
import givenRows from '#src/journey/names/data/given-names.json' with { type: 'json' }
import nicknames from '#src/journey/names/data/nicknames.json' with { type: 'json' }
import persons from '#src/journey/names/data/persons.json' with { type: 'json' }
import spellings from '#src/journey/names/data/spellings.json' with { type: 'json' }
import surnameRows from '#src/journey/names/data/surnames.json' with { type: 'json' }
import { fold } from '#src/journey/names/fold.ts'
import { wordsIn } from '#src/journey/names/rows.ts'
import { spellingKey } from '#src/journey/names/spelling.ts'

test.for([
  ['given names', givenRows],
  ['surnames', surnameRows],
  ['nicknames', nicknames],
  ['spellings', spellings],
  ['activities', companies.activities],
  ['abbreviations', [...companies.abbreviations, ...persons.abbreviations]],
  [
    'particles, titles and generations',
    [persons.particles, persons.titles, ...persons.generations],
  ],
] as const)('%s are written as names are folded', ([, rows]) => {
  const words = wordsIn(rows)
  expect(words.filter((word) => fold(word).words[0] !== word)).toEqual([])
})

test('no list has a word twice, and each is sorted', () => {
  for (const rows of [givenRows, surnameRows, companies.activities])
    expect(wordsIn(rows)).toEqual([...new Set(wordsIn(rows))].toSorted())
})

test('nothing that is left out of a name is a name that people are given', () => {
  const leftOut = wordsIn([persons.particles, persons.titles, ...persons.generations])
  const given = wordsIn(givenRows)
  expect(leftOut.filter((word) => given.includes(word))).toEqual([])
})

test('words of a row of spellings are one, and no two rows are', () => {
  const keys = spellings.map((row) => new Set(row.split(' ').map(spellingKey)))
  expect(keys.filter((row) => row.size !== 1)).toEqual([])
  expect(new Set(keys.map((row) => [...row][0])).size).toBe(keys.length)
})

test.for<[string, string]>([
  ['Maria', 'Mara'],
  ['Elisa', 'Elsa'],
  ['Diego', 'Diogo'],
  ['Marcos', 'Márcio'],
  ['Lucas', 'Luca'],
  ['Luciana', 'Luciane'],
  ['Daniel', 'Daniele'],
  ['Josiane', 'Josiene'],
  ['Edilson', 'Edison'],
  ['Helena', 'Elena'],
  ['Pires', 'Peres'],
  ['Faria', 'Farias'],
  ['Azevedo', 'Azeredo'],
])('%s and %s are two names', ([one, other]) => {
  const key = (name: string) => spellingKey(fold(name).words[0] ?? '')
  expect(key(one)).not.toBe(key(other))
})
