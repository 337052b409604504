// Finds out what two company names have in common, and which words are left over on each side.
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
  /** How the distinctive words of the two names agree. */
  readonly own: readonly Likeness[]
  /** At least one of the two names has distinctive words. */
  readonly hasOwn: boolean
  readonly isCrossed: boolean
  /** The words left over on both sides are single characters or particles. */
  readonly isSlight: boolean
  /** The names differ in one letter that stands alone, as `Fundo A` and `Fundo E` do. */
  readonly isLetterOther: boolean
  /** One name consists of the first letters of the other name's words. */
  readonly isAcronym: boolean
  /** The number of distinctive words that the other name lacks: of the side with fewer, then of the other side. */
  readonly ownLeft: readonly [fewer: number, more: number]
  readonly activitiesLeft: readonly [fewer: number, more: number]
  readonly activitiesShared: number
}

export function describeAgreement(one: CompanyName, other: CompanyName): CompanyAgreement {
  const { left, right, matches } = alignNames(one, other)
  const isOwn = ({ kind }: CompanyWord) => kind === 'own'
  const own = matches.filter(({ i, j }) => left[i]?.kind === 'own' && right[j]?.kind === 'own')
  // A pair of particle and word does not count as shared when other distinctive words are left over.
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

/** Whether both names have a leftover letter `a`, `e` or `o`, and it is no particle in at least one of them. */
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

/** Whether the short word is a shortened activity (`COM`, `DISTR`), or the last word, cut where the line ends. */
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

/** Prefixes that are words of many names themselves, so they count as a cut word only where the line ends. */
const isWordItself = /^(?:super|hiper|mini|micro|inter|multi|moto|tele|trans|vet)$/

/** The last word, if it may not belong to the name: a legal form, or letters that the line still had room for. */
export function looseOf({ words, length }: CompanyName): CompanyWord | undefined {
  const last = words.at(-1)
  if (!last || last.kind === 'particle') return undefined
  const isRest = length >= cutFrom && /^[a-z]{1,2}$/.test(last.text)
  return isRest || isDottedForm(last.text) ? last : undefined
}

type Facing = { readonly name: CompanyName; readonly left: readonly CompanyWord[] }

/**
 * The words without `SPA` when the other name has the form `S.p.A.`, and without a last word that is cut from a word of
 * the other name.
 */
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

/** In a cut name, `E C` may be the word `e` and the first letter of the next word. */
const isBegunBy = ({ text, kind }: CompanyWord, rest: string): boolean =>
  kind !== 'particle' && text.length > 2 && (text.startsWith(rest) || `e${text}`.startsWith(rest))

/** Whether two activities differ only by a slip; activities are words in the names of many companies. */
function likenActivities(one: CompanyWord, other: CompanyWord): Likeness | undefined {
  if (one.kind === 'particle' || other.kind === 'particle') return undefined
  if (one.kind === other.kind || Math.min(one.text.length, other.text.length) < 6) return undefined
  return editsBetween(one.text, other.text) === 1 ? 'typo' : undefined
}

/** An initial may stand for a word, as in `D. Bosco` for `Dom Bosco`. */
const isInitialOf = (letter: string, word: string): boolean =>
  letter.length === 1 && word.length > 1 && word.startsWith(letter) && !/\d/.test(word)

/** Distinctive words that sound or look alike are only close, because they may be two trade marks. */
function likenOwn(one: CompanyWord, other: CompanyWord): Likeness | undefined {
  if (one.heard === other.heard && one.kind !== 'particle' && other.kind !== 'particle')
    return 'close'
  if (one.kind !== 'own' || other.kind !== 'own') return undefined
  if (isInitialOf(one.text, other.text) || isInitialOf(other.text, one.text)) return 'close'
  // Numbers are never close, because a digit more or less makes another number.
  if (/\d/.test(one.text + other.text)) return undefined
  const isClose =
    one.sound === other.sound || areClose(one.sound, other.sound) || areClose(one.text, other.text)
  return isClose ? 'close' : undefined
}
