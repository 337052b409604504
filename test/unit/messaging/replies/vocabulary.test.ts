// The files of words hold together: each says what its list is for, whatever the others have.
import { describe, expect, test } from 'vitest'
import { collapse, toLetters } from '#src/messaging/replies/letters.ts'
import {
  expand,
  lexiconOf,
  type ReplyLanguage,
  vocabularies,
} from '#src/messaging/replies/vocabulary.ts'
import { meaningOf } from './asked.ts'

const languages: readonly ReplyLanguage[] = ['pt', 'en', 'es']

/** A pattern in its longest form, by its first words; a beginning stands for itself. */
const spoken = (pattern: string, language: ReplyLanguage) =>
  expand(pattern, vocabularies[language])
    .split(/\s+/)
    .map((slot) => slot.replace(/\?$/, '').split('|')[0] ?? '')
    .map((word) => (word === '{name}' || word === '*' ? 'João' : word.replace(/\*$/, '')))
    .join(' ')

describe.for(languages)('%s', (language) => {
  const own = vocabularies[language]
  const labels = { pt: ['Sim', 'Não'], en: ['Yes', 'No'], es: ['Sí', 'No'] }[language]
  const options = labels.map((label, index) => ({ option: index + 1, label }))
  const read = (text: string) => meaningOf(text, { language, options })

  test.for([...own.yes, ...own.okay, ...own.alone])('%j is a yes', (pattern) => {
    expect(read(spoken(pattern, language))).toBe('yes')
  })

  test.for([...own.fraud, ...own.bareNo])('%j is a no', (pattern) => {
    expect(read(spoken(pattern, language))).toBe('no')
  })

  test.for([...own.no, ...own.weakNo, ...own.notWrongPerson])('%j is no yes', (pattern) => {
    expect(['no', 'opt-out', 'wrong-person']).toContain(read(spoken(pattern, language)))
  })

  test.for(own.wrongPerson)('%j is the wrong person', (pattern) => {
    expect(read(spoken(pattern, language))).toBe('wrong-person')
  })

  test.for([...own.optOut, ...own.optOutAlone])('%j is a wish to hear nothing more', (pattern) => {
    expect(read(spoken(pattern, language))).toBe('opt-out')
  })

  test.for([...own.excused, ...own.neutral, ...own.question, ...own.courtesy])(
    '%j alone is neither a yes nor a no',
    (pattern) => {
      expect(read(spoken(pattern, language))).toBe('unclear')
    },
  )

  test.for([...own.support, ...own.joiner, ...own.address])('%j says no no', (pattern) => {
    expect(['yes', 'unclear']).toContain(read(spoken(pattern, language)))
  })

  test('marks of patterns stand at the end of a slot, or of one of its words', () => {
    const { spellings: _, signs: __, numbers: ___, ordinals: ____, classes: _____, ...lists } = own
    const slots = Object.values(lists)
      .flat()
      .flatMap((pattern) => pattern.split(' '))
    expect(slots.filter((slot) => !/^(?:[^?*|]+\*?\|?)+\??$|^\*$/.test(slot))).toStrictEqual([])
  })

  test('no word of a yes is near a word of refusal', () => {
    const { resemblesNo } = lexiconOf(language)
    const words = [...own.yes, ...own.okay, ...own.support, ...own.courtesy, ...own.names]
      .flatMap((pattern) => expand(pattern, own).split(/[\s|?*]+/))
      .map((word) => collapse(toLetters(word)))
    expect(words.filter((word) => resemblesNo(word))).toStrictEqual([])
  })
})
