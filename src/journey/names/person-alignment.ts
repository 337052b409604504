// Pairs the words of two names of persons, whatever spelling, language or script they are in.
import { align, type Alignment, joinAs, type Match } from './align.ts'
import {
  areForms,
  areRomanisations,
  haveSameConsonants,
  mayJoin,
  maySpell,
  readLikeness,
} from './person-likeness.ts'
import { isGiven, type PersonWord, toPersonWord } from './person-words.ts'
import type { PersonName } from './read-person.ts'
import { isOfConsonants } from './romanisation.ts'
import { spellingKey } from './spelling.ts'
import type { School } from './syllables.ts'

/** `isBornSame`: words with the same consonants may be paired, as if one of the names were written without vowels. */
export function alignNames(
  one: PersonName,
  other: PersonName,
  isBornSame: boolean,
): Alignment<PersonWord> {
  const schools = one.schools.filter((school) => other.schools.includes(school))
  const left = withSecondE(joinAs(one.words, other.words, joinFor(other, schools)), one, other)
  const right = withSecondE(joinAs(other.words, one.words, joinFor(one, schools)), other, one)
  const isInPart = one.script === 'in-part' || other.script === 'in-part'
  const liken = (i: number, j: number) =>
    readLikeness(
      { words: left, at: i, length: one.length },
      { words: right, at: j, length: other.length },
    )
  const anywhere = (i: number, j: number) => {
    const [word, facing] = [left[i], right[j]]
    if (!word || !facing) return undefined
    if (areForms(word, facing)) return 'spelling'
    const isComparable =
      isBornSame || (isInPart && (isOfConsonants(word) || isOfConsonants(facing)))
    const isNear =
      areRomanisations(word, facing, schools) || (isComparable && haveSameConsonants(word, facing))
    if (!isNear) return undefined
    const likeness = liken(i, j)
    return likeness === 'spelling' || likeness === 'typo' ? likeness : 'close'
  }
  // One more letter makes another syllable, as in Soo-hyun and So-hyun.
  const inSyllables = (match: Match): Match => {
    const [word, facing] = [left[match.i], right[match.j]]
    const isSpelling = match.likeness === 'spelling' && word && facing && !areForms(word, facing)
    return isSpelling ? { ...match, likeness: 'close' } : match
  }
  const matches = align(left, right, liken, anywhere)
  return { left, right, matches: schools.length > 0 ? matches.map(inSyllables) : matches }
}

/** Joins two words where the other name writes one: `Villas Boas` and `Vilasboas`, `Abdel Rahman` and `Abdulrahman`. */
const joinFor =
  ({ words }: PersonName, schools: readonly School[]) =>
  (one: PersonWord, next: PersonWord): PersonWord | undefined => {
    const length = one.text.length + next.text.length
    const key = maySpell(one, next) ? spellingKey(one.text + next.text) : undefined
    const spelling = words.find((word) => word.key === key)
    if (spelling) return spelling
    const isNear = ({ text, kind }: PersonWord) =>
      kind === 'unknown' &&
      (text[0] === one.text[0] || schools.length > 0) &&
      Math.abs(text.length - length) < 4
    if (!mayJoin(one, next) || !words.some(isNear)) return undefined
    const joined = toPersonWord(one.text + next.text)
    return words.some((word) => isNear(word) && areRomanisations(word, joined, schools))
      ? joined
      : undefined
  }

/** Takes the `E` in `JOSE E LIMA` for an initial beside `José Eduardo Lima`; otherwise an `e` only joins surnames. */
function withSecondE(words: readonly PersonWord[], { hasSecondE }: PersonName, other: PersonName) {
  const [first, ...rest] = words
  const second = other.words[1]
  const isMeant = hasSecondE && second && isGiven(second) && second.text.startsWith('e')
  return first && isMeant && rest[0]?.key !== second.key
    ? [first, toPersonWord('e'), ...rest]
    : words
}
