// What holds for every text: a yes is lost by whatever is added that says otherwise, and no disguise makes one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vocabularies } from '#src/messaging/replies/vocabulary.ts'
import { meaningOf, read, readAnswers, yesOrNo } from './asked.ts'

const saying = (meaning: string) =>
  ['given', 'further', 'fresh']
    .flatMap(readAnswers)
    .filter(({ means }) => means === meaning)
    .map(({ text }) => text)

const { fraud, bareNo } = vocabularies.pt
const wordsOf = (patterns: readonly string[]) => patterns.filter((one) => /^[^\s|?*]+$/.test(one))

const yes = fc.constantFrom(...saying('yes'))
const no = fc.constantFrom(...saying('no'))
const refusals = [
  'golpe fraude clonaram roubaram hackeado não nao ñ n naum bloqueia cancela desconheço nunca 👎 ❌',
  'denunciar contesto recuso mentira',
].flatMap((words) => words.split(' '))
const refusal = fc.constantFrom(
  ...wordsOf(fraud),
  ...wordsOf(bareNo),
  ...refusals,
  'não fui eu',
  'não reconheço',
)
const mark = fc.constantFrom('?', ' ?', '??', '?!', '？', '¿', '❓', '⁉️', '؟', ';?')
const gap = fc.constantFrom(' ', ', ', '. ', '\n', '! ', ' - ', ' e ', ' mas ', '... ')

test('a word of refusal or fraud before or after a yes leaves no yes', () => {
  fc.assert(
    fc.property(yes, refusal, gap, fc.boolean(), (text, word, between, isFirst) => {
      const all = isFirst ? `${word}${between}${text}` : `${text}${between}${word}`
      // `n. 1 SIM` says number one, as `N. 1` alone does.
      fc.pre(!/^n\. \d/.test(all))
      expect(meaningOf(all)).not.toBe('yes')
    }),
    { numRuns: 1_000 },
  )
})

test('nor does one between its words', () => {
  fc.assert(
    fc.property(yes, refusal, fc.nat(), (text, word, seed) => {
      const words = text.split(' ')
      const at = seed % (words.length + 1)
      expect(meaningOf(words.toSpliced(at, 0, word).join(' '))).not.toBe('yes')
    }),
    { numRuns: 1_000 },
  )
})

test('a question mark anywhere in a yes leaves no yes', () => {
  fc.assert(
    fc.property(yes, mark, fc.nat(), (text, asking, seed) => {
      const letters = Array.from(text)
      const all = letters.toSpliced(seed % (letters.length + 1), 0, asking).join('')
      expect(meaningOf(all)).not.toBe('yes')
    }),
    { numRuns: 1_000 },
  )
})

test('a yes and a no together are no yes, and both numbers neither', () => {
  fc.assert(
    fc.property(yes, no, gap, fc.boolean(), (one, other, between, isFirst) => {
      const all = isFirst ? `${other}${between}${one}` : `${one}${between}${other}`
      expect(meaningOf(all)).not.toBe('yes')
    }),
    { numRuns: 1_000 },
  )
  for (const between of [' ', '/', ',', ' ou ', ' e ', '-', '.', '\n'])
    for (const text of [`1${between}2`, `2${between}1`]) expect(meaningOf(text)).toBe('unclear')
})

const disguises: readonly ((text: string, seed: number) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  (text) => text.normalize('NFD'),
  (text, seed) => put(text, '\u200b', seed),
  (text, seed) => put(text, '\u00ad', seed),
  (text) => Array.from(text).join('\u2060'),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => `\u202d${text}`,
  (text) => text.replaceAll('a', '\u0430').replaceAll('o', '\u043e'),
  (text) => text.replace(/[aeo](?![\p{M}])/giu, (letter) => letter.repeat(4)),
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
]

const put = (text: string, sign: string, seed: number) =>
  text.slice(0, seed % (text.length + 1)) + sign + text.slice(seed % (text.length + 1))

test('no case, accent, invisible sign, width or script makes a yes of a no', () => {
  fc.assert(
    fc.property(no, fc.constantFrom(...disguises), fc.nat(), (text, disguise, seed) => {
      expect(meaningOf(disguise(text, seed))).not.toBe('yes')
    }),
    { numRuns: 1_000 },
  )
})

test('case, accents and invisible signs take nothing from the meaning of a yes or a no', () => {
  const harmless = disguises.slice(0, 4)
  fc.assert(
    fc.property(fc.oneof(yes, no), fc.constantFrom(...harmless), (text, disguise) => {
      expect(meaningOf(disguise(text, 0))).toBe(meaningOf(text))
    }),
    { numRuns: 1_000 },
  )
})

test('a strict question takes no typed yes but its number or label', () => {
  const any = fc.oneof(yes, no, fc.string(), fc.constantFrom('1', ' 1 ', 'SIM', 'sim.', '(1)'))
  fc.assert(
    fc.property(any, fc.option(fc.constantFrom('47')), (text, code) => {
      if (meaningOf(text, { isStrict: true, code }) !== 'yes') return
      const seen = text
        .replace(/\p{Cf}/gu, '')
        .normalize('NFKC')
        .toLowerCase()
      expect(seen).toMatch(/^[\W_]*(?:47[\W_]*)?(?:(?:n[\W_]*o?[\W_]*)?1|sim)[\W_]*(?:47)?[\W_]*$/)
      expect(text.includes('47')).toBe(code !== null)
    }),
    { numRuns: 1_000 },
  )
})

test('any text has a meaning', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(' ', '?', 'n', 'ã', 'o', '1', '2', '.', '~', '\u200b') }),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('pt', 'en', 'es'), (any, language) => {
      expect(read(any, { language, code: '47' })).toHaveProperty('meaning')
    }),
    { numRuns: 1_000 },
  )
})

test.for([
  ' ', 'a', 'não ', '1 ', '47 ', '?', '~', 'ﷺ', 'n?o ', 'sim, ', 'abcdef', 'não sou o ',
  'fui eu que ', '👨‍👩‍👧', 'a b ',
])(
  'four thousand letters of %j are read within a second, and so are more, which are no yes',
  (unit) => {
    const question = { ...yesOrNo, code: '47' }
    const whole = unit.repeat(4_096 / unit.length)
    const start = process.hrtime.bigint()
    read(whole, question)
    const { meaning } = read(unit.repeat(400_000 / unit.length), question)
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(2_000)
    expect(meaning).not.toBe('yes')
  },
) // prettier-ignore

test('a yes is none where more follows than is read', () => {
  expect(meaningOf('sim '.repeat(1_000))).toBe('yes')
  expect(meaningOf(`${'sim '.repeat(1_025)}`)).not.toBe('yes')
})
