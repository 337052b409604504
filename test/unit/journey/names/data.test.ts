import { expect, test } from 'vitest'
import cognates from '#src/journey/names/data/cognates.json' with { type: 'json' }
import companies from '#src/journey/names/data/companies.json' with { type: 'json' }
import eastAsian from '#src/journey/names/data/east-asian.json' with { type: 'json' }
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
  ['cognates', cognates],
  ['surnames of China and Korea', [eastAsian.chinese, eastAsian.korean]],
  ['activities', companies.activities],
  ['abbreviations', [...companies.abbreviations, ...persons.abbreviations]],
  [
    'particles, titles and generations',
    [persons.particles, persons.innerParticles, persons.titles, ...persons.generations],
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

test('no two names that Brazilians bear became one by a row of foreign spellings', () => {
  const known = wordsIn([...givenRows, ...surnameRows])
  const rows = spellings.filter((row) => !row.split(' ').some((word) => known.includes(word)))
  const keys = new Set(rows.map((row) => spellingKey(row.split(' ')[0] ?? '')))
  // A surname that is written as some write Albertina.
  expect(known.filter((word) => keys.has(spellingKey(word)))).toEqual(['albertini'])
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
