import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCompanyNames, compareListedCompanies } from '#src/journey/names/companies.ts'
import { comparePersonNames } from '#src/journey/names/persons.ts'
import companyTable from '#src/journey/names/data/companies.json' with { type: 'json' }
import formTable from '#src/journey/names/data/legal-forms.json' with { type: 'json' }
import givenRows from '#src/journey/names/data/given-names.json' with { type: 'json' }
import surnameRows from '#src/journey/names/data/surnames.json' with { type: 'json' }
import { fold } from '#src/journey/names/fold.ts'
import { wordsIn } from '#src/journey/names/rows.ts'
import { spellingKey } from '#src/journey/names/spelling.ts'
import { processorMs } from '#test/support/machine/processor.ts'
import { pairs } from './pairs.ts'

const given = givenRows.flatMap((row) => row.split(' '))
const onlySurnames = wordsIn(surnameRows).filter((word) => !given.includes(word))

const forms = [...formTable.brazilian, ...formTable.foreign].flatMap((group) =>
  group.forms.flatMap((row) => row.split(', ')),
)

const kindNames = readFileSync(new URL('kinds.persons.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((row) => row.split('\t').slice(1, 3))

const of = (part: 'persons' | 'companies') =>
  fc.constantFrom(
    ...pairs.filter((pair) => pair.of === part).flatMap(({ one, other }) => [one, other]),
  )
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  of('persons'),
  of('companies'),
)

const realName = fc
  .tuple(
    fc.array(fc.constantFrom(...given), { minLength: 1, maxLength: 3 }),
    fc.array(fc.constantFrom(...onlySurnames), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, last]) => ({ first, last, name: [...first, ...last].join(' ') }))

const comparisons = [
  ['persons', comparePersonNames],
  ['companies', compareCompanyNames],
] as const

test.each(comparisons)('the order of two %s does not matter, whatever they are', (_, compare) => {
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      expect(compare(one, other)).toEqual(compare(other, one))
    }),
    { numRuns: 1500 },
  )
})

test('a real name is its own', () => {
  fc.assert(
    fc.property(realName, ({ name }) => {
      expect(comparePersonNames(name, name)).toEqual({ verdict: 'same', reasons: [] })
    }),
    { numRuns: 1500 },
  )
})

test.each(comparisons)('letter cases and diacritics of %s change no verdict', (part, compare) => {
  const bare = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const latin = of(part).filter((name) => !/(?!\p{Script=Latin})\p{L}/u.test(name))
  fc.assert(
    fc.property(latin, latin, (one, other) => {
      const { verdict } = compare(one, other)
      expect(compare(bare(one), other).verdict).toBe(verdict)
      expect(compare(one.toUpperCase(), other.toLowerCase()).verdict).toBe(verdict)
      expect(compare(one.normalize('NFD'), other.normalize('NFKC')).verdict).toBe(verdict)
    }),
    { numRuns: 1500 },
  )
})

test('letter cases of names in other letters change no verdict', () => {
  // Of a look-alike the small letter may look like none.
  const isMixed = (name: string) =>
    fold(name).script === 'transliterated' && /\p{Script=Latin}/u.test(name)
  const foreign = fc.constantFrom(...kindNames.filter((name) => !isMixed(name)))
  fc.assert(
    fc.property(foreign, foreign, (one, other) => {
      const { verdict } = comparePersonNames(one, other)
      expect(comparePersonNames(one.toUpperCase(), other.toLowerCase()).verdict).toBe(verdict)
      expect(comparePersonNames(other, one).verdict).toBe(verdict)
    }),
    { numRuns: 1500 },
  )
})

test('surnames before given names are never another person', () => {
  fc.assert(
    fc.property(realName, ({ first, last, name }) => {
      expect(comparePersonNames([...last, ...first].join(' '), name).verdict).not.toBe('other')
    }),
    { numRuns: 1500 },
  )
})

const particle = fc.constantFrom('de', 'da', 'do', 'das', 'dos', 'e', 'DE', 'Dos')

test('particles change no verdict', () => {
  fc.assert(
    fc.property(realName, of('persons'), particle, fc.nat(), ({ name }, other, word, seed) => {
      const words = name.split(' ')
      const at = 1 + (seed % (words.length - 1))
      // There it may be a second name that is written short.
      fc.pre(word !== 'e' || at > 1)
      const more = [...words.slice(0, at), word, ...words.slice(at)].join(' ')
      expect(comparePersonNames(more, other).verdict).toBe(comparePersonNames(name, other).verdict)
      expect(comparePersonNames(more, name).verdict).toBe('same')
    }),
    { numRuns: 1500 },
  )
})

test('a given name more is never the same, wherever it stands before the surnames', () => {
  fc.assert(
    fc.property(realName, fc.constantFrom(...given), fc.nat(), ({ first, last }, more, seed) => {
      const at = seed % (first.length + 1)
      const longer = [...first.slice(0, at), more, ...first.slice(at), ...last].join(' ')
      expect(comparePersonNames([...first, ...last].join(' '), longer).verdict).not.toBe('same')
    }),
    { numRuns: 1500 },
  )
})

test('siblings are never the same: all surnames, and another first name', () => {
  fc.assert(
    fc.property(realName, fc.constantFrom(...given), ({ first, last, name }, another) => {
      const sibling = [another, ...first.slice(1), ...last].join(' ')
      fc.pre(spellingKey(another) !== spellingKey(first[0] ?? ''))
      expect(comparePersonNames(name, sibling).verdict).not.toBe('same')
    }),
    { numRuns: 1500 },
  )
})

/** A number of eight digits and more is a document's. */
const signs = fc.string({ unit: fc.constantFrom(...' .,-/?!()'.split('')), maxLength: 40 })
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), maxLength: 40 })
const noName = fc.constantFrom('a', 'É', '王', 'de', 'da de do', '👍', '\u0301', '\u200b')

test.for([
  ['persons', comparePersonNames, fc.oneof(signs, digits, noName)],
  [
    'companies',
    compareCompanyNames,
    fc.oneof(
      signs,
      digits.filter(({ length }) => length > 7),
      noName,
    ),
  ],
] as const)(
  'no letters, one letter and documents are never the same %s',
  ([, compare, nothing]) => {
    fc.assert(
      fc.property(nothing, anything, (empty, other) => {
        expect(compare(empty, empty).verdict).not.toBe('same')
        expect(compare(empty, other).verdict).not.toBe('same')
      }),
      { numRuns: 1500 },
    )
  },
)

test('what a person can read is compared: a number is its own name, and no other number', () => {
  const number = fc.integer({ min: 10, max: 9_999_999 })
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(compareCompanyNames(`${one} Ltda`, `${one}`).verdict).toBe('same')
      const { verdict } = compareCompanyNames(`${one}`, `${other}`)
      expect(verdict).toBe(one === other ? 'same' : 'other')
    }),
  )
})

const letter = fc.constantFrom(...'ABCDEFGJKLMNOPQRSTUVWXYZ'.split(''))
/** `MA` is Maria, and `DR` a doctor. */
const short = new Set(wordsIn([...companyTable.abbreviations, ...companyTable.numbers]))

test('letters that stand apart are one abbreviation, whatever they spell', () => {
  fc.assert(
    fc.property(fc.array(letter, { minLength: 2, maxLength: 4 }), (letters) => {
      const isShort = short.has(letters.join('').toLowerCase())
      const of = (between: string, end: string) => `${letters.join(between)}${end} Karvalho Ltda`
      for (const text of [of('.', '.'), of('. ', '.'), of(' ', '')])
        expect(['same', isShort && 'doubtful']).toContain(
          compareCompanyNames(text, of('', '')).verdict,
        )
    }),
    { numRuns: 500, examples: [[['C', 'E', 'M']], [['D', 'E', 'Z']]] },
  )
})

const formOf = fc.constantFrom(...forms)

test('a legal form hides no listed company: another or none, dotted or before the name', () => {
  fc.assert(
    fc.property(formOf, formOf, (one, other) => {
      for (const text of ['Vegatrans', `Vegatrans ${other}`, `VEGATRANS, ${other.toUpperCase()}.`])
        expect(compareListedCompanies(`Vegatrans ${one}`, text).verdict).toBe('same')
    }),
    { numRuns: 500 },
  )
})

test.each(comparisons)('long texts of %s are answered at once', async (_, compare) => {
  const texts = ['a', 'ab ', 'a b ', 'á', '\u0301', 'maria ', 'silva, ', '12.', 'ﷺ', 'jp'].map(
    (part) => part.repeat(1000 / part.length),
  )
  const shorter = texts.flatMap((text) => [text, text.slice(0, 199)])
  for (const one of shorter) for (const other of shorter) compare(one, other)
  const ms = await processorMs(() => {
    for (const one of shorter) for (const other of shorter) compare(one, other)
  })
  // 400 pairs; the bound ends what hangs, and says nothing of speed.
  expect(ms).toBeLessThan(4000)
})
