// Judges what one name looks like, and what two names of a family share. Whether two names are one person's is decided
// in `journey/names`.
import { type PersonName, readPersonName } from '#src/journey/names/persons.ts'

const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'di', 'del'])

/** The words of a name in small letters without accents and particles; any other character separates words. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^a-zß-ÿ]+/)
    .filter((word) => word !== '' && !particles.has(word))
}

/** Whether two names share a surname, in any spelling. First names and nicknames do not count. */
export function sharesSurname(one: string, other: string): boolean {
  const known = new Set(surnamesOf(other))
  return surnamesOf(one).some((key) => known.has(key))
}

const surnamesOf = (name: string): string[] =>
  readPersonName(name)
    .words.slice(1)
    .flatMap(({ key, kind }) => (kind === 'given' || kind === 'initial' ? [] : [key]))

/**
 * Whether the words agree in any spelling, and the generation too, because a mother may have her daughter's first name.
 */
export function isWholeName(one: string, other: string): boolean {
  const [left, right] = [readPersonName(one), readPersonName(other)]
  const keysOf = ({ words }: PersonName) => words.map(({ key }) => key).join(' ')
  return (
    left.words.length > 0 && keysOf(left) === keysOf(right) && left.generation === right.generation
  )
}

/** Equal for all spellings of a first name: `Thiago` and `Tiago`. */
export const firstNameKey = (name: string): string | undefined => readPersonName(name).words[0]?.key

const testWords = new Set(
  'teste test asdf asdfg asdfgh qwerty qwe fulano ciclano beltrano xxx abc nome sobrenome usuario user'.split(
    ' ',
  ),
)

/**
 * Whether a name looks like a test or random typing. Short words need no vowel, such as `Ng`, and `III` is a number.
 */
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

/** Whether the name has digits or characters that no name contains. */
export const hasStrangeSigns = (name: string): boolean => /[^\p{L}\p{M}\s'’´`.-]/u.test(name)

/** Whether two place names differ only in accents, letter case and particles. */
export const spelledAlike = (one: string, other: string): boolean =>
  wordsOf(one).join(' ') === wordsOf(other).join(' ')
