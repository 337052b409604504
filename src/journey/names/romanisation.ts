// Compares one name in different languages by what its romanisations have in common. Names that agree only by this are
// close, never the same.
import rows from './data/cognates.json' with { type: 'json' }
import { spellingKey } from './spelling.ts'

/** Equal for the usual romanisations of a word: `yuliya` and `julia`, `soo` and `su`, `mueller` and `muller`. */
export const romanisationKey = (word: string): string =>
  consonantsOf(word)
    .replace(/([aou])e/g, '$1')
    .replace(/oh(?![aeiou])/g, 'o')
    .replace(/[ou]+/g, 'u')
    .replace(/(?:[ae]?i|e)+/g, 'i')
    .replace(/(?<=[^aiu])h|h$/g, '')
    .replace(/(.)\1+/g, '$1')

/**
 * The same for Italian and Arabic names as Portuguese spells them by ear: `bianqui` for `bianchi`, `curi` for `khoury`.
 */
export const respelledKey = (word: string): string =>
  romanisationKey(
    word.length < respelledFrom
      ? word
      : word
          .replace(/^esqu(?=[ei])|sch(?=[ei])/g, 'squ')
          .replace(/c?ch(?=[ei])/g, 'qu')
          .replace(/gh(?=[ei])/g, 'gu')
          .replace(/gli(?=[aeou])/g, 'lh')
          .replace(/gn(?=[aeiou])/g, 'nh')
          .replaceAll('kh', 'k')
          .replace(/m$/, 'n'),
  )

/** Shorter words are not respelled, because they are often Chinese or Vietnamese names. */
const respelledFrom = 5

/**
 * The key of a surname of Russia in English, German or French spelling: `zhukov`, `schukow` and `joukov` have one. Empty
 * for words without a Russian ending.
 */
export const slavicKey = (word: string): string =>
  slavicEnding.test(word)
    ? romanisationKey(
        readSigns(word)
          .replaceAll('zh', 'sh')
          .replace(/(?<=[sc]h)i?o(?=v)/g, 'e'),
      )
    : ''

const slavicEnding = /.{2}(?:[oe](?:v|w|ff)a?|sk(?:i|y|ij|iy|aya|aja)|[iy]n[ae]?|i[ct]s?ch)$/

const readSigns = (word: string): string => {
  if (/sch|[oe]wa?$|ij$|^w/.test(word)) return fromGerman(word)
  return /ou|tch|j[^aeiou]|[iy]ne$/.test(word) ? fromFrench(word) : word
}

const fromFrench = (word: string): string =>
  word
    .replaceAll('tch', '%')
    .replaceAll('ch', 'sh')
    .replaceAll('%', 'ch')
    .replaceAll('j', 'zh')
    .replaceAll('ou', 'u')
    .replace(/(?<=[iy]n)e$/, '')

const fromGerman = (word: string): string =>
  word
    .replaceAll('ch', 'kh')
    .replaceAll('tskh', 'ch')
    .replaceAll('skh', 'sh')
    .replace(/(?<!t)z/g, 'ts')
    .replaceAll('w', 'v')
    .replaceAll('j', 'y')

/** The consonants that Arabic and Hebrew write of a word: `mhmd` of `muhammad`. Empty for a word of vowels. */
export const skeletonOf = (word: string): string =>
  consonantsOf(word)
    .replace(/[aeiouv]+|h$/g, '')
    .replace(/(.)\1+/g, '$1')

/** Whether the word has no vowels, as a transliteration from Arabic or Hebrew letters. */
export const isOfConsonants = ({ text }: { readonly text: string }): boolean =>
  text.length > 1 && !/[aeiou\d]/.test(text)

/** Writes consonants that languages spell in several ways alike; `y` and `j` count as one vowel. */
const consonantsOf = (word: string): string =>
  word
    .replace(/(?<=...)[aeou]*[dl]?d(?:i|ee)ne?$/, 'din')
    .replace(/^abd[aeou]+(?:l|(?=([rnszdt])\1))/, 'abd')
    .replace(/tsch|tch|(?<!s)ch|cz/g, '%')
    .replace(/sch|sh|t[sz]|z(?!h)|s/g, 's')
    .replace(/dzh|dj|zh|[jy]/g, 'i')
    .replaceAll('kh', 'h')
    .replaceAll('ph', 'f')
    .replace(/([gtd])h|(g)k/g, '$1$2')
    .replaceAll('x', 'ks')
    .replace(/ck|[qc]/g, 'k')
    .replaceAll('w', 'v')
    .replace(/(?<=[aeiou])(?:ff?)$/, 'v')

const cognates = new Map<string, Set<string>>()
for (const row of rows) {
  const keys = row.split(' ').map(spellingKey)
  for (const key of keys) cognates.set(key, new Set([...(cognates.get(key) ?? []), ...keys]))
}

/** Keys of the forms that a name has in other languages, its own among them: `oleksandr`, `aleksandr`, `alexandre`. */
export const cognatesOf = (key: string): ReadonlySet<string> | undefined => cognates.get(key)
