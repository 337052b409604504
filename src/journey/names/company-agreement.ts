// What two names of companies have in common, and what is left over of each.
import { isAcronymOf } from './acronyms.ts'
import {
  align,
  type Alignment,
  areClose,
  isCrossed,
  joinAs,
  type Likeness,
  type Match,
} from './align.ts'
import { type CompanyWord, isParticle } from './company-words.ts'
import { editsBetween } from './distance.ts'
import { isDottedForm } from './legal-forms.ts'
import { type CompanyName, cutFrom } from './read-company.ts'

export type CompanyAgreement = {
  /** How the words agree that are a company's own. */
  readonly own: readonly Likeness[]
  /** One of the two has such words. */
  readonly hasOwn: boolean
  readonly isCrossed: boolean
  /** Both rests are a single sign, or only particles. */
  readonly isSlight: boolean
  /** The names differ in one letter that stands alone, as `Fundo A` and `Fundo E` do. */
  readonly isLetterOther: boolean
  /** One name consists of the first letters of the other's words. */
  readonly isAcronym: boolean
  /** Own words that the other has not: of the side that has fewer, then of the other. */
  readonly ownLeft: readonly [fewer: number, more: number]
  readonly activitiesLeft: readonly [fewer: number, more: number]
  readonly activitiesShared: number
}

export function describeAgreement(one: CompanyName, other: CompanyName): CompanyAgreement {
  const { left, right, matches } = alignNames(one, other)
  const isOwn = ({ kind }: CompanyWord) => kind === 'own'
  const own = matches.filter(({ i, j }) => left[i]?.kind === 'own' && right[j]?.kind === 'own')
  // Where own words are left over, one that the other name has as a particle is left over too.
  const isShared = ({ i, j }: Match) =>
    (left[i]?.kind === 'particle') === (right[j]?.kind === 'particle')
  const restOf = (agreed: readonly Match[]) =>
    [
      left.filter((_, i) => agreed.every((match) => match.i !== i)),
      right.filter((_, j) => agreed.every((match) => match.j !== j)),
    ] as const
  const rest = restOf(matches)
  const [ours, theirs] = rest.flat().some(isOwn) ? restOf(matches.filter(isShared)) : rest
  const leftovers = [
    withoutLoose(one, ours, { name: other, left: theirs }),
    withoutLoose(other, theirs, { name: one, left: ours }),
  ]
  const count = (kind: CompanyWord['kind']) =>
    inOrder(leftovers.map((words) => words.filter((word) => word.kind === kind).length))
  return {
    own: own.map(({ likeness }) => likeness),
    hasOwn: left.some(isOwn) || right.some(isOwn),
    isCrossed: isCrossed(own),
    isSlight: isSlight(left) && isSlight(right),
    isLetterOther: isLetterOther(leftovers),
    isAcronym: isAcronymOf(one, other) || isAcronymOf(other, one),
    ownLeft: count('own'),
    activitiesLeft: count('activity'),
    activitiesShared: matches.filter(({ i, j }) =>
      [left[i], right[j]].some((word) => word?.kind === 'activity'),
    ).length,
  }
}

const inOrder = ([one = 0, other = 0]: readonly number[]): [number, number] => [
  Math.min(one, other),
  Math.max(one, other),
]

function isSlight(words: readonly CompanyWord[]): boolean {
  const names = words.filter(({ text }) => !isParticle(text))
  return names.length < 2 && (names[0]?.text.length ?? 0) < 2
}

/** A letter that is a particle elsewhere, and at least one of the two is none here. */
function isLetterOther(leftovers: readonly (readonly CompanyWord[])[]): boolean {
  const letters = leftovers.map((words) => words.filter(({ text }) => /^[aeo]$/.test(text)))
  return (
    letters.every(({ length }) => length > 0) && letters.flat().some(({ kind }) => kind === 'own')
  )
}

function alignNames(one: CompanyName, other: CompanyName): Alignment<CompanyWord> {
  const left = joinAs(one.words, other.words)
  const right = joinAs(other.words, one.words)
  const liken = (i: number, j: number) => {
    const [word, facing] = [left[i], right[j]]
    if (!word || !facing) return undefined
    const isEnd = i === left.length - 1 && one.length >= cutFrom
    const isFacingEnd = j === right.length - 1 && other.length >= cutFrom
    if (isCutOf(word, facing, isEnd) || isCutOf(facing, word, isFacingEnd)) return 'cut'
    return likenActivities(word, facing) ?? likenOwn(word, facing)
  }
  return { left, right, matches: align(left, right, liken) }
}

/** An activity is written short (`COM`, `DISTR`), or the last word ends where the line does. */
function isCutOf(short: CompanyWord, whole: CompanyWord, isAtEnd: boolean): boolean {
  return (
    short.kind === 'own' &&
    short.text.length > 2 &&
    whole.text.length > short.text.length &&
    whole.kind !== 'particle' &&
    whole.text.startsWith(short.text) &&
    (isAtEnd || (whole.kind === 'activity' && !isWordItself.test(short.text)))
  )
}

/** What begins a trade and is a part of many names: short for it only where the line ends. */
const isWordItself = /^(?:super|hiper|mini|micro|inter|multi|moto|tele|trans|vet)$/

/** The last word, which may be no word of the name: a legal form, or the letters that a line still had room for. */
export function looseOf({ words, length }: CompanyName): CompanyWord | undefined {
  const last = words.at(-1)
  if (!last || last.kind === 'particle') return undefined
  const isRest = length >= cutFrom && /^[a-z]{1,2}$/.test(last.text)
  return isRest || isDottedForm(last.text) ? last : undefined
}

type Facing = { readonly name: CompanyName; readonly left: readonly CompanyWord[] }

/** Without `SPA` where the other name has `S.p.A.`, and without the beginning of a word that the other has whole. */
function withoutLoose(
  name: CompanyName,
  words: readonly CompanyWord[],
  facing: Facing,
): readonly CompanyWord[] {
  const loose = looseOf(name)
  if (!loose || words.at(-1)?.text !== loose.text) return words
  const isForm = facing.name.form?.isForeign === true && isDottedForm(loose.text)
  return isForm || facing.left.some((word) => isBegunBy(word, loose.text))
    ? words.slice(0, -1)
    : words
}

/** `E C` is an and before what was cut off. */
const isBegunBy = ({ text, kind }: CompanyWord, rest: string): boolean =>
  kind !== 'particle' && text.length > 2 && (text.startsWith(rest) || `e${text}`.startsWith(rest))

/** A slip in a word that many companies bear. */
function likenActivities(one: CompanyWord, other: CompanyWord): Likeness | undefined {
  if (one.kind === 'particle' || other.kind === 'particle') return undefined
  if (one.kind === other.kind || Math.min(one.text.length, other.text.length) < 6) return undefined
  return editsBetween(one.text, other.text) === 1 ? 'typo' : undefined
}

/** `D. Bosco` beside `Dom Bosco`. */
const isInitialOf = (letter: string, word: string): boolean =>
  letter.length === 1 && word.length > 1 && word.startsWith(letter) && !/\d/.test(word)

/** Two trade marks may sound alike. */
function likenOwn(one: CompanyWord, other: CompanyWord): Likeness | undefined {
  if (one.heard === other.heard && one.kind !== 'particle' && other.kind !== 'particle')
    return 'close'
  if (one.kind !== 'own' || other.kind !== 'own') return undefined
  if (isInitialOf(one.text, other.text) || isInitialOf(other.text, one.text)) return 'close'
  // Numbers are never close: a digit more or less is another number.
  if (/\d/.test(one.text + other.text)) return undefined
  const isClose =
    one.sound === other.sound || areClose(one.sound, other.sound) || areClose(one.text, other.text)
  return isClose ? 'close' : undefined
}
