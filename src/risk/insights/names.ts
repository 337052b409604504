// Compares names of people: surely, perhaps or surely not one person's.
import { distance, token_set_ratio } from 'fuzzball'

export type NameMatch = 'same' | 'doubtful' | 'different'

const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'di', 'del'])
const suffixes = new Set(['junior', 'jr', 'filho', 'neto', 'sobrinho', 'segundo'])

/** Its words in small letters without accents; particles are left out, whatever is no letter parts words. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^a-zß-ÿ]+/)
    .filter((word) => word !== '' && !particles.has(word))
}

/** What comes after the first name, without `Filho` and its like. */
function surnamesOf(name: string): string[] {
  return wordsOf(name)
    .slice(1)
    .filter((word) => !suffixes.has(word))
}

export function sharesSurname(one: string, other: string): boolean {
  const known = new Set(surnamesOf(other))
  return surnamesOf(one).some((word) => word.length > 1 && known.has(word))
}

/** Undefined where one of them has no word. */
export function compareNames(one: string, other: string): NameMatch | undefined {
  const [a, b] = [withoutSuffixes(one), withoutSuffixes(other)]
  const [left, right] = [spellOut(a, b), spellOut(b, a)]
  const [firstLeft, firstRight] = [left[0], right[0]]
  if (firstLeft === undefined || firstRight === undefined) return undefined
  const likeness = token_set_ratio(left.join(' '), right.join(' '), { full_process: false })
  if (likeness < 75) return 'different'
  return likeness >= 90 && isOneFirstName(firstLeft, firstRight) ? 'same' : 'doubtful'
}

const withoutSuffixes = (name: string) => wordsOf(name).filter((word) => !suffixes.has(word))

/** An initial stands for the first word of the other name that begins with it and is not there itself. */
function spellOut(words: readonly string[], other: readonly string[]): string[] {
  return words.map((word) => {
    if (word.length > 1) return word
    return other.find((one) => one.startsWith(word) && !words.includes(one)) ?? word
  })
}

/** One character may differ, but not the last vowel, which distinguishes Maria from Mario. */
function isOneFirstName(one: string, other: string): boolean {
  if (one === other) return true
  const [ending, otherEnding] = [one.at(-1) ?? '', other.at(-1) ?? '']
  const endsApart = ending !== otherEnding && /[aeiou]/.test(ending + otherEnding)
  return !endsApart && distance(one, other, { full_process: false }) <= 1
}

/** One and the same for the usual spellings of a first name: `Thiago` and `Tiago`. */
export function firstNameKey(name: string): string | undefined {
  return wordsOf(name)[0]
    ?.replaceAll('ph', 'f')
    .replaceAll('h', '')
    .replaceAll('y', 'i')
    .replaceAll('w', 'v')
    .replaceAll('k', 'c')
    .replaceAll('z', 's')
    .replaceAll(/(.)\1+/g, '$1')
}

const testWords = new Set(
  'teste test asdf asdfg asdfgh qwerty qwe fulano ciclano beltrano xxx abc nome sobrenome usuario user'.split(
    ' ',
  ),
)

/** It looks like a test or like random typing. A word without a vowel may be short, as in `Ng`; `III` is a number. */
export function looksRandom(name: string): boolean {
  const words = wordsOf(name)
  return words.some(
    (word) =>
      testWords.has(word) ||
      (/(.)\1{2}/.test(word) && !/^[vx]*iii$/.test(word)) ||
      /[^aeiouyà-ÿ]{6}/.test(word) ||
      (word.length > 3 && !/[aeiouyà-ÿ]/.test(word)),
  )
}

/** Digits, or signs that stand in no name. */
export const hasStrangeSigns = (name: string): boolean => /[^\p{L}\p{M}\s'’´`.-]/u.test(name)

/** Whether two place names are equal but for accents, letter case and particles. */
export const spelledAlike = (one: string, other: string): boolean =>
  wordsOf(one).join(' ') === wordsOf(other).join(' ')
