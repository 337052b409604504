// Folds differences in letter case, diacritics, compatibility forms, invisible characters and scripts into one
// spelling.
import letters from './data/letters.json' with { type: 'json' }
import { foldLookAlikes, type Script, scriptOf, transliterate } from './scripts.ts'

/** A longer text is no name: the registry of companies cuts names at 150 characters. */
const lengthMax = 200
const wordsMax = 30

export type Folded = {
  /** Words of Latin letters and digits; none when the text is too long for a name. */
  readonly words: readonly string[]
  readonly script: Script
  /** The words folded in their own script; empty for a name in Latin letters. */
  readonly original: string
}

const alone: Readonly<Record<string, string>> = letters
const unreadable: Folded = { words: [], script: 'latin', original: '' }

export function fold(text: string): Folded {
  const bare = text.length > 2 * lengthMax ? '' : text.replace(/[\p{DI}™®℠©]/gu, '').trim()
  if (bare === '' || bare.length > lengthMax) return unreadable
  const isAscii = !/[^\p{ASCII}]/u.test(bare)
  const plain = (isAscii ? bare : foldLookAlikes(bare.normalize('NFKC')))
    .replace(/['’‘ʼ´`′＇]/g, '')
    .replaceAll('°', 'o')
    .normalize('NFKD')
    // Only the marks of Latin letters are removed, because in other scripts they make other letters.
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    // Greek in capitals has no accents, so they are removed too.
    .replace(/(\p{Script=Greek})[\u0300\u0301\u0342]/gu, '$1')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => alone[letter] ?? letter)
  const found = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const words = found.flatMap(transliterate)
  if (words.length > wordsMax) return unreadable
  const script = scriptOf(plain)
  // A letter outside the script that remains now only looks like a Latin one.
  const isMixed = script === 'latin' && isOther(bare)
  return {
    words,
    script: isMixed ? 'transliterated' : script,
    original: script === 'latin' ? '' : found.join(' '),
  }
}

const isOther = (text: string) => scriptOf(text.normalize('NFKC')) !== 'latin'

/**
 * How much of a name can be compared. `in-part`: letters that give consonants only (Arabic, Hebrew), bare syllables
 * (Indic) or one of several readings (Han). `none`: nothing in it can be compared.
 */
export function comparabilityOf(name: string | undefined): 'whole' | 'in-part' | 'none' {
  const { words, script } = fold(name ?? '')
  if (words.join('').length < 2) return 'none'
  return script === 'in-part' ? 'in-part' : 'whole'
}

/**
 * A name in a form that vendors can read: without invisible characters, with letters in their usual forms. Undefined
 * for a text that is nobody's name, with fewer than two letters or too many words: a search for it finds nobody, which
 * must not read as clean.
 */
export function toName(text: string | undefined): string | undefined {
  const plain = text
    ?.normalize('NFKC')
    .replace(/[\p{DI}\p{Cf}]/gu, '')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  return comparabilityOf(plain) === 'none' ? undefined : plain
}
