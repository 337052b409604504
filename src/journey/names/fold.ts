// One spelling for what differs in letter case, diacritics, compatibility forms and invisible signs.
import letters from './data/letters.json' with { type: 'json' }

/** A longer text is no name. The registry of companies ends at 150. */
const lengthMax = 200
const wordsMax = 30

export type Folded = {
  /** Letters and digits, whatever else parts them; empty where the text is too long to be a name. */
  readonly words: readonly string[]
  /** `mixed`: letters of Latin and of another script, as look-alikes are. */
  readonly script: 'latin' | 'foreign' | 'mixed'
}

const alone: Readonly<Record<string, string>> = letters
const unreadable: Folded = { words: [], script: 'latin' }

export function fold(text: string): Folded {
  const bare = text.length > 2 * lengthMax ? '' : text.replace(/\p{DI}/gu, '').trim()
  if (bare === '' || bare.length > lengthMax) return unreadable
  const plain = bare
    .replace(/['’‘ʼ´`′＇]/g, '')
    .replaceAll('°', 'o')
    .normalize('NFKD')
    // Marks of other scripts make other letters.
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => alone[letter] ?? letter)
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  return words.length > wordsMax ? unreadable : { words, script: scriptOf(plain) }
}

function scriptOf(text: string): Folded['script'] {
  if (!/[^\p{ASCII}]/u.test(text) || !/(?!\p{Script=Latin})\p{L}/u.test(text)) return 'latin'
  return /\p{Script=Latin}/u.test(text) ? 'mixed' : 'foreign'
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
  const isName = fold(plain ?? '').words.join('').length >= 2
  return isName ? plain : undefined
}
