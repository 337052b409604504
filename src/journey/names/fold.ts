// One spelling for what differs in letter case, diacritics, compatibility forms, invisible signs and scripts.
import letters from './data/letters.json' with { type: 'json' }
import { foldLookAlikes, type Script, scriptOf, transliterate } from './scripts.ts'

/** A longer text is taken for no name: the registry of companies cuts names at 150. */
const lengthMax = 200
const wordsMax = 30

export type Folded = {
  /** Latin letters and digits, whatever else parts them; empty where the text is too long to be a name. */
  readonly words: readonly string[]
  readonly script: Script
  /** As its own letters are folded; empty for a name in Latin ones. */
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
    // Marks of other scripts make other letters.
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    // In capitals Greek has no accents.
    .replace(/(\p{Script=Greek})[\u0300\u0301\u0342]/gu, '$1')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => alone[letter] ?? letter)
  const found = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const words = found.flatMap(transliterate)
  if (words.length > wordsMax) return unreadable
  const script = scriptOf(plain)
  // A letter that stays after that looks like a Latin one and is none.
  const isMixed = script === 'latin' && isOther(bare)
  return {
    words,
    script: isMixed ? 'transliterated' : script,
    original: script === 'latin' ? '' : found.join(' '),
  }
}

const isOther = (text: string) => scriptOf(text.normalize('NFKC')) !== 'latin'

/**
 * How much of a name of a person or company can be compared. `in-part`: some of its letters give consonants (Arabic,
 * Hebrew), bare syllables (Indic) or one of several readings (Han). `none`: nothing can be made of it.
 */
export function comparabilityOf(name: string | undefined): 'whole' | 'in-part' | 'none' {
  const { words, script } = fold(name ?? '')
  if (words.join('').length < 2) return 'none'
  return script === 'in-part' ? 'in-part' : 'whole'
}

/**
 * A name as whoever is asked can read it: without invisible signs, in the usual forms of its letters. Undefined for
 * what nobody bears: fewer than two letters, or too many words. Nobody is found by it, and so nobody is clean.
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
