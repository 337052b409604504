// One name in the letters of another language: what its ways into Latin letters have in common. Nothing here makes two
// names the same; what agrees so is close.
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

/** The same for names of Italy and Arabia as Portuguese writes what it hears: `bianqui` of `bianchi`, `curi` of `khoury`. */
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

/** Shorter ones are names of China and Vietnam as often. */
const respelledFrom = 5

/** What Arabic and Hebrew write of a word: `mhmd` of `muhammad`. Empty for a word of vowels. */
export const skeletonOf = (word: string): string =>
  consonantsOf(word)
    .replace(/[aeiouv]+|h$/g, '')
    .replace(/(.)\1+/g, '$1')

/** As Arabic and Hebrew letters give it. */
export const isOfConsonants = ({ text }: { readonly text: string }): boolean =>
  text.length > 1 && !/[aeiou\d]/.test(text)

/** Consonants that languages write in several ways, in one; a `y` and a `j` are vowels of one sound. */
const consonantsOf = (word: string): string =>
  word
    .replace(/(?<=...)[aeou]*[dl]?d(?:i|ee)ne?$/, 'din')
    .replace(/^abd[aeou]+(?:l|(?=([rnszdt])\1))/, 'abd')
    .replace(/tsch|tch|ch|cz/g, '%')
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
