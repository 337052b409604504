// How two different words agree: as a form in another language, by a slip, cut, or shortened.
import { areClose, type Likeness } from './align.ts'
import { isSlip, isSwap } from './distance.ts'
import { skeletonOf } from './romanisation.ts'
import { hissesOf, spellingKey } from './spelling.ts'
import { areNicknames, isHeardOnce, isKnown, type PersonWord } from './person-words.ts'
import { areOneInSyllables, isEastAsianSurname, type School } from './syllables.ts'

type Position = {
  readonly words: readonly PersonWord[]
  readonly at: number
  /** The length of the name, because cards end their lines in the middle of a word. */
  readonly length: number
}

export function readLikeness(left: Position, right: Position): Likeness | undefined {
  const [one, other] = [left.words[left.at], right.words[right.at]]
  if (!one || !other) return undefined
  if (isInitialOf(one, other) || isInitialOf(other, one)) return 'initial'
  if (one.kind === 'initial' || other.kind === 'initial') return undefined
  if (isCutOf(left, other) || isCutOf(right, one)) return 'cut'
  if (areNicknames(one, other)) return 'nickname'
  // Two names that both exist are different, however close they are; only if they sound alike may they be one.
  if (isKnown(one) && isKnown(other)) return areSaidAlike(one, other) ? 'close' : undefined
  if (one.heard === other.heard && one.text.length > 3 && isHeardOnce(one)) return 'spelling'
  // Zhang and Wang are two families, though a single letter parts their keys.
  if (isEastAsianSurname(one.text) && isEastAsianSurname(other.text)) return undefined
  if (!areClose(one.key, other.key)) return isMisread(one, other) ? 'close' : undefined
  return isTypo(one, other) || isTypo(other, one) ? 'typo' : 'close'
}

const areSaidAlike = (one: PersonWord, other: PersonWord): boolean =>
  one.heard === other.heard && hissesOf(one.text) === hissesOf(other.text)

/** `Femanda` is a misreading, because it is no name and `Fernanda` is. */
const isMisread = (one: PersonWord, other: PersonWord): boolean =>
  one.misread === other.misread &&
  Math.min(one.text.length, other.text.length) > 4 &&
  isKnown(one) !== isKnown(other)

const isInitialOf = ({ kind, text }: PersonWord, { text: word }: PersonWord): boolean =>
  kind === 'initial' && word.startsWith(text)

/** The shortest line that cards print, and the length that most cards print. */
const lineMin = 19
const [lineFrom, lineTo] = [24, 27]

/**
 * Whether a known word is shortened (`GONC`), or the last word is cut where the line ends, even if the rest looks like
 * a name.
 */
function isCutOf({ words, at, length }: Position, whole: PersonWord): boolean {
  const short = words[at]
  if (!short || short.kind === 'initial' || short.text.length < 3) return false
  const missing = whole.text.length - short.text.length
  if (missing < 1 || !whole.text.startsWith(short.text)) return false
  const isLast = at === words.length - 1 && at > 0
  if (isKnown(short)) return isLast && missing > 2 && length >= lineFrom && length <= lineTo
  return (isLast && length >= lineMin) || (isKnown(whole) && missing > 1)
}

/**
 * Whether a long known name has one slip in its middle that makes it no known name. In a given name only swapped
 * letters count, because brothers may be called Edilson and Edison.
 */
function isTypo(known: PersonWord, slip: PersonWord): boolean {
  const isLikely =
    slip.kind === 'unknown' &&
    known.text.length > 6 &&
    known.text.slice(0, 2) === slip.text.slice(0, 2)
  if (!isLikely) return false
  if (known.kind !== 'surname') return isSwap(known.text, slip.text)
  const endsAlike =
    known.text.at(-1) === slip.text.at(-1) ||
    (known.text.length === slip.text.length && endsAsNoWord.test(slip.text))
  return endsAlike && isSlip(known.text, slip.text)
}

/** No Portuguese word ends in these letters, so the last letter was misread. */
const endsAsNoWord = /[bcdfgjpqv]$/

/** Whether one word is the other joined with its particles, or as a passport spells it. */
export const areForms = (one: PersonWord, other: PersonWord): boolean =>
  hasForm(one, other) || hasForm(other, one)

const hasForm = ({ forms }: PersonWord, { text, key }: PersonWord): boolean =>
  forms.some((form) => form === text || (form.length > 6 && spellingKey(form) === key))

/**
 * Whether two words are one name in two languages or romanisations. Two names that are both usual in Brazil are
 * different names.
 * `schools` are those that both names belong to.
 */
export function areRomanisations(
  one: PersonWord,
  other: PersonWord,
  schools: readonly School[],
): boolean {
  const isHeard =
    (one.romanised === other.romanised && one.romanised.length > 1) ||
    (one.respelled === other.respelled && one.respelled.length > 1) ||
    (one.slavic === other.slavic && one.slavic !== '') ||
    schools.some((school) => areOneInSyllables(one.text, other.text, school))
  if (!isHeard && one.cognates?.has(other.key) !== true) return false
  return !(isKnown(one) && isKnown(other)) && one.kind !== 'initial' && other.kind !== 'initial'
}

/**
 * Whether two words may be syllables that some people write as one word; names that are usual in Brazil are never
 * joined.
 */
export const mayJoin = (one: PersonWord, next: PersonWord): boolean =>
  (one.kind === 'unknown' || next.kind === 'unknown') && one.text.length + next.text.length > 4

/**
 * Whether two words may be parts of a surname that some write as one word; given names are none, so `Maria Ana` is no
 * Mariana.
 */
export const maySpell = (one: PersonWord, next: PersonWord): boolean =>
  one.text.length + next.text.length > 6 &&
  [one, next].every(({ kind }) => kind !== 'given' && kind !== 'initial')

/** Whether the two words look the same in a script without vowels, such as Arabic and Hebrew. */
export function haveSameConsonants({ text }: PersonWord, { text: other }: PersonWord): boolean {
  const skeleton = skeletonOf(text)
  return skeleton !== '' && skeleton === skeletonOf(other)
}
