// What the indexes leave out no comparison would hold for the same or doubtful: against the comparison with every name.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import givenRows from '#src/journey/names/data/given-names.json' with { type: 'json' }
import companyTable from '#src/journey/names/data/companies.json' with { type: 'json' }
import nicknameRows from '#src/journey/names/data/nicknames.json' with { type: 'json' }
import surnameRows from '#src/journey/names/data/surnames.json' with { type: 'json' }
import { compareCompanyNames, readCompanyName } from '#src/journey/names/companies.ts'
import { CompanyIndex } from '#src/journey/names/find/company-index.ts'
import { PersonIndex } from '#src/journey/names/find/person-index.ts'
import { comparePersonNames, readPersonName } from '#src/journey/names/persons.ts'
import { wordsIn } from '#src/journey/names/rows.ts'
import { pairs } from '../pairs.ts'

/** Few words, so that many pairs share some: known, nearly known, unknown, short, and letters alone. */
const few = (rows: readonly string[], every: number) =>
  wordsIn(rows).filter((_, at) => at % every === 0)
const given = [...few(givenRows, 60), 'ana', 'maria', 'joao', 'vila', 'nova', 'vilanova']
const surnames = [...few(surnameRows, 25), 'silva', 'souza', 'sousa', 'goncalves']
const rare = [
  'kowalczyk',
  'kowalczik',
  'kovalczyk',
  'zanetti',
  'zanotti',
  'bertoluci',
  'bertolucci',
]
const short = ['j', 's', 'm', 'gonc', 'sil', 'kow', 'junior', 'filho', 'de', 'santa', 'cruz']
/** In other letters, and romanised in several ways. */
const foreign = wordsIn([
  'мухаммад иванов юлия александр 박서준 김민수 محمد درويشي علي 王伟 小明 νικόλαος ευάγγελος タナカ',
  'muhammad mohammed julia yuliya oleksandr park pak seo jun seojun mhmd dervishi ali wang wei xiaoming',
  'nikolaos evangelos tanaka müller mueller ørsted oersted al rashid alrashid la delacruz вanov мaria',
])
const personWord = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...foreign) },
  { weight: 4, arbitrary: fc.constantFrom(...given) },
  { weight: 5, arbitrary: fc.constantFrom(...surnames) },
  { weight: 2, arbitrary: fc.constantFrom(...rare, ...few(nicknameRows, 20)) },
  { weight: 2, arbitrary: fc.constantFrom(...short) },
)
const companyWord = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...foreign) },
  { weight: 3, arbitrary: fc.constantFrom(...few(companyTable.activities, 30), 'comercio', 'com') },
  { weight: 4, arbitrary: fc.constantFrom('acme', 'acmee', 'zara', 'sara', 'vilanova', 'vila', 'nova', ...rare) },
  { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'abc', 'avn', 'zvn', 'ltda', 'sa', ...few(surnameRows, 60)) },
  { weight: 2, arbitrary: fc.constantFrom(...wordsIn(['e o os em na de & + a.b.c. os. e.m. m.a. ma c&a ca ii 2 x 10 99 998 lote spe jsc ooo gmbh jscacme acmeltda spa s.p.a. ac z zan'])) },
) // prettier-ignore

/** With a slip now and then. */
const slipped = (word: fc.Arbitrary<string>) =>
  fc.tuple(word, fc.nat(19), fc.nat(20)).map(([text, slip, at]) => {
    const from = at % Math.max(1, text.length)
    if (slip === 0) return text.slice(0, from) + text.slice(from + 1)
    if (slip === 1) return `${text.slice(0, from)}x${text.slice(from)}`
    return slip === 2 ? text + text.slice(-1) : text
  })
const namesOf = (word: fc.Arbitrary<string>) =>
  fc.array(slipped(word), { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))

const labelled = (of: 'persons' | 'companies') =>
  pairs.filter((pair) => pair.of === of).flatMap(({ one, other }) => [one, other])

const kinds = [
  {
    kind: 'persons',
    names: namesOf(personWord),
    read: readPersonName,
    open: () => new PersonIndex(),
    compare: comparePersonNames,
  },
  {
    kind: 'companies',
    names: namesOf(companyWord),
    read: readCompanyName,
    open: () => new CompanyIndex(),
    compare: compareCompanyNames,
  },
] as const

/** What is doubtful because nothing could be compared is doubtful with everybody. */
const saysNothing = (reasons: readonly string[]) =>
  reasons.includes('unreadable') || reasons.includes('other-script')

test.each(kinds)('of $kind no pair is missed that the comparison holds for the same or doubtful', (one) => {
  fc.assert(
    fc.property(
      fc.array(one.names, { minLength: 150, maxLength: 150 }),
      fc.array(one.names, { minLength: 12, maxLength: 12 }),
      (listed, asked) => missedOf(one, listed, asked).forEach((pair) => expect(pair).toBe('')),
    ),
    { numRuns: 25 },
  )
}) // prettier-ignore

test.each(kinds)('of the labelled $kind none is missed either', (one) => {
  const listed = labelled(one.kind)
  const asked = listed.filter((_, at) => at % 31 === 0)
  expect(missedOf(one, listed, asked)).toEqual([])
  const index = one.open()
  for (const name of listed) index.add(one.read(name) as never)
  const found = asked.map((name) => index.find(one.read(name) as never).length)
  // Most is left out: that is what an index is for.
  expect(found.reduce((sum, count) => sum + count)).toBeLessThan((listed.length * asked.length) / 4)
})

/** The tables of kinds and of cases: every name of them against every other. */
const written = ['../kinds.persons.tsv', '../../../../data/names.jsonl'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)
const [kindRows = [], caseRows = []] = written
const fromKinds = kindRows.slice(1).flatMap((row) => row.split('\t').slice(1, 3))
const fromCases = caseRows
  // Safe because the file is ours.
  .map(
    (row) => JSON.parse(row) as { readonly kind: string; readonly a: string; readonly b: string },
  )

test('of the persons of the tables none is missed, whatever letters they are written in', () => {
  const persons = fromCases.filter(({ kind }) => kind === 'person').flatMap(({ a, b }) => [a, b])
  const names = [...new Set([...fromKinds, ...persons])]
  expect(missedOf(kinds[0], names, names)).toEqual([])
})

test('whoever is written as two words is found by a name of which they are a spelling in one', () => {
  const names = ['x小明', 'elaine 小明', 'x小明 odair', '小明 athaide алxександр kluge', 'abdel rahman nasr', 'abdulrahman nasr', 'abderrahmane nasr'] // prettier-ignore
  expect(missedOf(kinds[0], names, names)).toEqual([])
})

test('of the companies of the tables none is missed either', () => {
  const companies = fromCases.filter(({ kind }) => kind === 'company').flatMap(({ a, b }) => [a, b])
  const names = [...new Set([...labelled('companies'), ...companies])]
  expect(missedOf(kinds[1], names, names)).toEqual([])
})

function missedOf(
  { read, open, compare }: (typeof kinds)[number],
  listed: readonly string[],
  asked: readonly string[],
): string[] {
  const index = open()
  const readAll = listed.map((name) => read(name))
  for (const name of readAll) index.add(name as never)
  return asked.flatMap((text) => {
    const sought = read(text)
    const found = new Set(index.find(sought as never))
    return listed.flatMap((name, at) => {
      if (found.has(at)) return []
      const { verdict, reasons } = compare(sought as never, readAll[at] as never)
      return verdict === 'other' || saysNothing(reasons) ? [] : [`${text} | ${name}: ${verdict}`]
    })
  })
}
