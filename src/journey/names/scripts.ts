// Words in other letters than Latin ones, read as Latin words: look-alikes by the confusables of Unicode (UTS 39), Greek
// pairs of letters as ISO 843 reads them, Korean surnames as passports write them, everything else by any-ascii.
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
/** Syllables of a vowel alone: romanised by one letter they would be read as initials. */
const koreanVowels = toPairs(table.vowels)
const greek = new Map(table.greek.map((row) => row.split(' ') as [string, string]))

const isOtherLetter = /(?!\p{Script=Latin})\p{L}/u
/** All that is heard of them is written; Hangul and Kana are syllables with their vowels. */
const isVowelled =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Armenian}\p{Script=Georgian}\u30fc]/u

/** Among Latin words: no small Cyrillic `а` stays in `Mаria`, and no word that consists of such letters. */
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

/** How well the letters of a text are read: `in-part` where a word is not wholly read. */
export function scriptOf(text: string): Script {
  const others = text.match(new RegExp(isOtherLetter, 'gu')) ?? []
  if (others.length === 0) return 'latin'
  return others.every((letter) => isVowelled.test(letter)) ? 'transliterated' : 'in-part'
}

/** Small letters and digits; several words where a script writes a name's syllables as one; none: nothing is known of it. */
export function transliterate(word: string): string[] {
  if (!/[^\p{ASCII}]/u.test(word)) return [word]
  const syllables = readPairs(word)
    .replace(/[\p{Script=Han}\p{Script=Hangul}]/gu, ' $& ')
    .trim()
    .split(/\s+/)
  return syllables.flatMap((syllable, at) => {
    const korean = (at === 0 && koreanSurnames.get(syllable)) || koreanVowels.get(syllable)
    const read = korean ?? anyAscii(syllable)
    // For signs that nobody reads aloud the package gives their numbers in a catalogue.
    const isCode = /\d/.test(read) && !/\p{N}/u.test(syllable)
    const letters = isCode ? '' : read.toLowerCase().replace(/[^a-z0-9]/g, '')
    return letters === '' ? [] : [letters]
  })
}

/** What letters say together and not alone. */
function readPairs(word: string): string {
  if (/\p{Script=Greek}/u.test(word)) return readGreek(word)
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return readKana(word)
  // The article of Arabic, which romanisations part from its word; a Hebrew kaf that any-ascii reads as `kh`.
  return word.replace(/^ال(?=..)/u, '').replace(/[כך]/gu, 'k')
}

/** `ショ` is `sho`: a small letter takes the vowel of the one before it. */
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
