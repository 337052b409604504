// Reads words in other scripts as Latin words: look-alikes by the confusables of Unicode (UTS 39), Greek letter pairs
// by ISO 843, Korean surnames as passports write them, everything else by any-ascii.
import anyAscii from 'any-ascii'
import table from './data/scripts.json' with { type: 'json' }

export type Script = 'latin' | 'transliterated' | 'in-part'

const toPairs = (text: string) =>
  new Map(
    text.split(' ').map((pair) => {
      const [first = '', ...rest] = Array.from(pair)
      return [first, rest.join('')] as const
    }),
  )

const lookAlikes = toPairs(table.lookAlikes)
const koreanSurnames = toPairs(table.hangul)
/**
 * Korean syllables of a single vowel. Romanised by one letter they would be taken for initials, so they get a longer
 * spelling.
 */
const koreanVowels = toPairs(table.vowels)
const greek = new Map(table.greek.map((row) => row.split(' ') as [string, string]))

const isOtherLetter = /(?!\p{Script=Latin})\p{L}/u
/** Scripts that write every sound; the syllables of Hangul and Kana contain their vowels. */
const isVowelled =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Armenian}\p{Script=Georgian}\u30fc]/u

/**
 * Replaces look-alikes in a text that has Latin letters too: a Cyrillic `а` in `Mаria`, and words that consist of
 * look-alikes only.
 */
export function foldLookAlikes(text: string): string {
  if (!/\p{Script=Latin}/u.test(text) || !isOtherLetter.test(text)) return text
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    const letters = Array.from(word)
    const isMixed = /\p{Script=Latin}/u.test(word) && isOtherLetter.test(word)
    return isMixed || letters.every((letter) => lookAlikes.has(letter))
      ? letters.map((letter) => lookAlikes.get(letter) ?? letter).join('')
      : word
  })
}

/** How completely a script writes the sounds: `in-part` when a word has letters of a script that does not. */
export function scriptOf(text: string): Script {
  const others = text.match(new RegExp(isOtherLetter, 'gu')) ?? []
  if (others.length === 0) return 'latin'
  return others.every((letter) => isVowelled.test(letter)) ? 'transliterated' : 'in-part'
}

/**
 * Returns small Latin letters and digits: several words where a script writes the syllables of a name as one, and none
 * when the word cannot be read.
 */
export function transliterate(word: string): string[] {
  if (!/[^\p{ASCII}]/u.test(word)) return [word]
  const syllables = readPairs(word)
    .replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ')
    .trim()
    .split(/\s+/)
  return syllables.flatMap((syllable, at) => {
    const korean = (at === 0 && koreanSurnames.get(syllable)) || koreanVowels.get(syllable)
    const read = korean ?? anyAscii(syllable)
    // For characters without a reading the package returns their catalogue numbers, which are dropped.
    const isCode = /\d/.test(read) && !/\p{N}/u.test(syllable)
    const letters = isCode ? '' : read.toLowerCase().replace(/[^a-z0-9]/g, '')
    return letters === '' ? [] : [letters]
  })
}

/** Reads letters whose sound depends on the next letter. */
function readPairs(word: string): string {
  if (/\p{Script=Greek}/u.test(word)) return readGreek(word)
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return readKana(word)
  // Removes the Arabic article, which romanisations write apart, and reads a Hebrew kaf as `k`, where any-ascii writes
  // `kh`.
  return word.replace(/^ال(?=..)/u, '').replace(/[כך]/gu, 'k')
}

/** `ショ` is `sho`: a small kana replaces the vowel of the one before it. */
const readKana = (word: string): string =>
  word
    .replace(/[ッっ]/gu, '')
    .replace(/(\p{L})([ァィゥェォャュョぁぃぅぇぉゃゅょ])/gu, (_, full: string, small: string) => {
      const consonant = anyAscii(full).replace(/[aeiou]$/, '')
      const vowel = anyAscii(small)
      return consonant + (/(?:sh|ch|j)$/.test(consonant) ? vowel.replace(/^y/, '') : vowel)
    })

const readGreek = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^μπ/, 'b')
    .replace(/^ντ/, 'd')
    .replace(/^γκ/, 'g')
    .replace(/ου|[αεη]υ|γ[γξχ]/g, (pair) => greek.get(pair) ?? pair)
