// Names of China and Korea in Latin letters: one syllable in Pinyin and in Wade-Giles (`jingguo`, `ching-kuo`), in the
// Revised Romanisation, in McCune-Reischauer and as passports have it (`geunhye`, `kŭnhye`, `geun-hye`).
import table from './data/east-asian.json' with { type: 'json' }
import { wordsIn } from './rows.ts'

export type School = 'chinese' | 'korean'

const surnames: Readonly<Record<School, ReadonlySet<string>>> = {
  chinese: new Set(wordsIn([table.chinese])),
  korean: new Set(wordsIn([table.korean])),
}
const schools = ['chinese', 'korean'] as const

export const isEastAsianSurname = (word: string): boolean =>
  schools.some((school) => surnames[school].has(word))

const chineseSyllable =
  '(?:zh|ch|sh|hs|t[sz]|s[sz]|[bpmfdtnlgkhjqxrzcsyw])?(?:i[aou]ng|uang|i[ae]n|iao|ieh|ua[in]|uei|ueh|[aeiou]ng|erh|er|ai|an|ao|ei|en|eh|i[aehun]|ou|u[aeino]|[aeiou])'
const koreanSyllable =
  '(?:kk|tt|pp|ss|jj|ch|sh|wh|[gkdtbpjsnmrlh])?(?:eui|[yw]?(?:eo|eu|ae|ai|ay|oo|ou|oe|oi|ee|ui|[aeiou]))(?:ng|ck|h?[lmn]|[gkdtbph])?'
const whole: Readonly<Record<School, RegExp>> = {
  chinese: new RegExp(`^(?:${chineseSyllable}){1,3}$`),
  korean: new RegExp(`^(?:${koreanSyllable}){1,3}$`),
}
const single: Readonly<Record<School, RegExp>> = {
  chinese: new RegExp(`^${chineseSyllable}$`),
  korean: new RegExp(`^${koreanSyllable}$`),
}

/** What Pinyin never writes. */
const wadeGiles =
  /hs|t[sz]|s[sz]|ung|ien|[cjs]h?ih|[eu]eh|[^aeiou]eh|erh|uei|ch(?=i[aenou])|j(?=[aeo])/

/** In the Revised Romanisation of Korean, Lee is `I` and Woo is `U`. */
export const vowelSurnamesOf = (word: string): readonly string[] => vowelSurnames.get(word) ?? []

const vowelSurnames = new Map([
  ['i', ['lee', 'yi', 'rhee', 'ri']],
  ['u', ['woo', 'wu']],
  ['o', ['oh']],
])

type Word = { readonly text: string; readonly kind: string }

/** The countries that the name may come from: one of their surnames stands first or last, the rest are their syllables. */
export function schoolsOf(words: readonly Word[]): readonly School[] {
  if (words.length < 2 || words.length > 4) return []
  return schools.filter((school) => {
    // Brazilians bear some of their syllables, such as Wei and Min, and none of their longer words.
    const isTheirs = ({ text, kind }: Word) =>
      (kind === 'unknown' ? whole : single)[school].test(text)
    return (
      words.every(isTheirs) &&
      [words[0], words.at(-1)].some((word) => word && surnames[school].has(word.text))
    )
  })
}

/** Equal for all romanisations of a word; empty for a word that does not consist of syllables of that country. */
export function syllableKey(word: string, school: School): string {
  if (!whole[school].test(word)) return ''
  return school === 'chinese' ? chineseKey(word) : koreanKey(word)
}

/** Whether two words are romanisations of one. Two single syllables of Pinyin are two words, as Jun and Qun are. */
export const areOneInSyllables = (one: string, other: string, school: School): boolean => {
  const key = syllableKey(one, school)
  if (key === '' || key !== syllableKey(other, school)) return false
  return (
    school === 'korean' || !single.chinese.test(one) || wadeGiles.test(one) || wadeGiles.test(other)
  )
}

/** In Wade-Giles a sign distinguishes `ch` from `chʻ`, but most writers omit it; so one capital stands for either. */
const chineseKey = (word: string): string =>
  word
    .replace(/(?<=[cjs]h?i|e)h(?![aeiou])/g, '')
    .replaceAll('erh', 'er')
    .replace(/([iy])en/g, '$1an')
    .replaceAll('ung', 'ong')
    .replaceAll('uei', 'ui')
    .replace(/(?:ss|sz)u(?![aeiou])/g, 'si')
    .replace(/tzu(?![aeiou])/g, 'zi')
    .replace(/hs|x/g, 'X')
    .replaceAll('sh', 'S')
    .replace(/zh|ch|q|j(?=[iu])/g, 'C')
    .replaceAll('j', 'r')
    .replace(/t[sz]|[zc]/g, 'Z')
    .replaceAll('p', 'b')
    .replaceAll('t', 'd')
    .replaceAll('k', 'g')
    .replaceAll('yi', 'i')
    .replaceAll('you', 'yu')
    .replaceAll('uo', 'o')
    .replace(/(?<=[gh])e(?![in])/g, 'o')

const koreanKey = (word: string): string =>
  word
    .replaceAll('wh', 'hw')
    .replaceAll('ck', 'k')
    .replace(/h(?=[lmn])/g, '')
    .replaceAll('sh', 's')
    .replaceAll('ch', 'j')
    .replaceAll('k', 'g')
    .replaceAll('t', 'd')
    .replaceAll('p', 'b')
    .replaceAll('l', 'r')
    .replace(/(?<=[aeiou])h(?![aeiouyw])/g, '')
    .replace(/eui|ui|ee/g, 'i')
    .replace(/[yw]?(?:ae|ai|ay|oe|oi)|[yw]e(?![ou])/g, 'e')
    .replace(/(?:eo|eu|oo|ou|o)/g, 'u')
    .replace(/wu/g, 'u')
    .replace(/yi/g, 'i')
    .replace(/(.)\1+/g, '$1')
