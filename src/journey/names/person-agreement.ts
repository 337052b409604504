// Finds out what two names of persons have in common once their words are aligned, and which words are left over on
// each side.
import { type Alignment, isCrossed, type Likeness, type Match } from './align.ts'
import { endsAsSurname, isGiven, type PersonWord } from './person-words.ts'

type Leftover = { readonly word: PersonWord; readonly role: 'given' | 'surname' }

export type Agreement = {
  /** How the two first words agree; undefined when they do not. */
  readonly first: Likeness | undefined
  readonly isFirstInitial: boolean
  /** How the other agreed words that are no surnames agree. */
  readonly given: readonly Likeness[]
  readonly surnames: readonly Likeness[]
  /** The surnames that are written in full in both names. */
  readonly wholeSurnames: readonly PersonWord[]
  /** The number of words that are written in full in both names, including the first. */
  readonly wholeCount: number
  readonly isCrossed: boolean
  /** Whether the words are in a different order even when surnames are ignored. */
  readonly areGivenCrossed: boolean
  /** The words left over on the side with fewer of them, then on the other side. */
  readonly fewer: readonly Leftover[]
  readonly more: readonly Leftover[]
  /** How many of the two names have a surname. */
  readonly withSurname: number
}

export function describeAgreement({ left, right, matches }: Alignment<PersonWord>): Agreement {
  const first = matches.find(({ i, j }) => i === 0 && j === 0)
  const rest = matches.filter((match) => match !== first)
  const surnames = rest.filter(({ i, j }) => isSurname(left, i) && isSurname(right, j))
  const isGivenInOne = ({ i, j }: Match) => isSurname(left, i) !== isSurname(right, j)
  const unsure = rest.filter(isGivenInOne)
  const wholeWords = matches.flatMap((match) => wholeWord(left, right, match) ?? [])
  const wholeSurnames = surnames.flatMap((match) => wholeWord(left, right, match) ?? [])
  const sides = [
    leftoversOf(left, new Map(matches.map(({ i, j }) => [i, right[j]]))),
    leftoversOf(right, new Map(matches.map(({ i, j }) => [j, left[i]]))),
  ].toSorted((one, other) => one.length - other.length)
  return {
    first: first?.likeness,
    isFirstInitial: [left[0], right[0]].some((word) => word?.kind === 'initial'),
    given: rest.filter((match) => !surnames.includes(match)).map(({ likeness }) => likeness),
    surnames: surnames.map(({ likeness }) => likeness),
    wholeSurnames,
    wholeCount: wholeWords.length,
    isCrossed: isCrossed(matches),
    areGivenCrossed: isCrossed(matches.filter((match) => !surnames.includes(match))),
    fewer: sides[0] ?? [],
    more: sides[1] ?? [],
    withSurname:
      Number(hasSurname(left, new Set(unsure.map(({ i }) => i)))) +
      Number(hasSurname(right, new Set(unsure.map(({ j }) => j)))),
  }
}

/**
 * Whether the word at this position is a surname. `Paula` in `Ana Paula Rocha` is none, though `Paula` is a surname
 * too; in third position it is one, because nobody has three such given names. An initial may be a surname or not.
 */
function isSurname(words: readonly PersonWord[], at: number): boolean {
  const kind = words[at]?.kind
  if (at === 0 || kind === 'given') return false
  return (
    kind !== 'either' || at > 1 || at === words.length - 1 || !words.slice(0, at).every(isGiven)
  )
}

const hasSurname = (words: readonly PersonWord[], unsure: ReadonlySet<number>): boolean =>
  words.some(({ kind }, at) => isSurname(words, at) && kind !== 'initial' && !unsure.has(at))

/** A word of seven letters counts as written in full, even if it is cut. */
const wholeFrom = 7

function wholeWord(
  left: readonly PersonWord[],
  right: readonly PersonWord[],
  { i, j, likeness }: Match,
): PersonWord | undefined {
  const [word, other] = [left[i], right[j]]
  if (!word || !other || word.kind === 'initial') return undefined
  const shorter = Math.min(word.text.length, other.text.length)
  const isWhole = likeness === 'equal' || likeness === 'spelling'
  return isWhole || (likeness === 'cut' && shorter >= wholeFrom) ? word : undefined
}

/** A word between the first name and the first shared surname is left over as a given name if it may be one. */
function leftoversOf(
  words: readonly PersonWord[],
  matched: ReadonlyMap<number, PersonWord | undefined>,
): Leftover[] {
  const firstSurname = words.findIndex(
    ({ kind }, at) => at > 0 && matched.has(at) && (kind === 'surname' || kind === 'unknown'),
  )
  const surnamesFrom = firstSurname < 0 ? Math.max(0, ...matched.keys()) : firstSurname
  return words.flatMap((word, at) => {
    if (matched.has(at)) return []
    const isSurname =
      word.kind !== 'given' &&
      (word.kind === 'surname' ||
        at > surnamesFrom ||
        (word.kind === 'unknown' && endsAsSurname(word)))
    return [{ word, role: isSurname ? ('surname' as const) : ('given' as const) }]
  })
}

/** Whether each side has a given name that the other lacks. */
export function differInGivenNames({ fewer, more }: Agreement): boolean {
  const [one, other] = [fewer, more].map((side) =>
    side.filter(({ role }) => role === 'given').map(({ word }) => word),
  )
  if (!one || !other) return false
  const isInitial = ({ kind }: PersonWord) => kind === 'initial'
  const isSurely = ({ kind }: PersonWord) => kind === 'given'
  return (
    (one.some(isGiven) && other.some(isGiven)) ||
    (one.some(isInitial) && other.some(isSurely)) ||
    (one.some(isSurely) && other.some(isInitial))
  )
}
