// What two names of companies have in common, and what is left over of each.
import { align, type Alignment, areClose, isCrossed, joinAs, type Likeness } from './align.ts'
import { type CompanyWord, isParticle } from './company-words.ts'
import { editsBetween } from './distance.ts'
import { isDottedForm } from './legal-forms.ts'
import { type CompanyName, cutFrom } from './read-company.ts'
import { spellingKey } from './spelling.ts'

export type CompanyAgreement = {
  /** How the words agree that are a company's own. */
  readonly own: readonly Likeness[]
  /** One of the two has such words. */
  readonly hasOwn: boolean
  readonly isCrossed: boolean
  /** Both are one sign, or particles alone. */
  readonly isSlight: boolean
  /** What tells `Fundo A` from `Fundo E`. */
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
  const [ours, theirs] = [
    left.filter((word, i) => matches.every((match) => match.i !== i) && !isForm(word, other)),
    right.filter((word, j) => matches.every((match) => match.j !== j) && !isForm(word, one)),
  ]
  const leftovers = [withoutRest(one, ours, theirs), withoutRest(other, theirs, ours)]
  const count = (kind: CompanyWord['kind']) =>
    inOrder(leftovers.map((words) => words.filter((word) => word.kind === kind).length))
  return {
    own: own.map(({ likeness }) => likeness),
    hasOwn: left.some(isOwn) || right.some(isOwn),
    isCrossed: isCrossed(own),
    isSlight: isSlight(left) && isSlight(right),
    isLetterOther: isLetterOther(leftovers),
    isAcronym: isAcronymOf(left, right) || isAcronymOf(right, left),
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

/** `SPA` where the other name has `S.p.A.` */
const isForm = ({ text }: CompanyWord, { form }: CompanyName): boolean =>
  form?.isForeign === true && isDottedForm(text)

const isSlight = (words: readonly CompanyWord[]): boolean =>
  words
    .filter(({ text }) => !isParticle(text))
    .map(({ text }) => text)
    .join('').length < 2

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
    (isAtEnd || whole.kind === 'activity')
  )
}

/** One or two letters, for which a line still had room. */
export const isRest = ({ text }: CompanyWord): boolean => /^[a-z]{1,2}$/.test(text)

/** Without the beginning of a word that the other name has whole; `E C` is an and before it. */
function withoutRest(
  { length, words: all }: CompanyName,
  words: readonly CompanyWord[],
  facing: readonly CompanyWord[],
): readonly CompanyWord[] {
  const last = words.at(-1)
  if (length < cutFrom || !last || last.text !== all.at(-1)?.text || !isRest(last)) return words
  const isBegun = ({ text, kind }: CompanyWord) =>
    kind !== 'particle' &&
    text.length > 2 &&
    (text.startsWith(last.text) || `e${text}`.startsWith(last.text))
  return facing.some(isBegun) ? words.slice(0, -1) : words
}

/** A slip in a word that many companies bear. */
function likenActivities(one: CompanyWord, other: CompanyWord): Likeness | undefined {
  if (one.kind === 'particle' || other.kind === 'particle') return undefined
  if (one.kind === other.kind || Math.min(one.text.length, other.text.length) < 6) return undefined
  return editsBetween(one.text, other.text) === 1 ? 'typo' : undefined
}

/** Two trade marks may sound alike. */
function likenOwn(one: CompanyWord, other: CompanyWord): Likeness | undefined {
  if (one.heard === other.heard && one.kind !== 'particle' && other.kind !== 'particle')
    return 'close'
  if (one.kind !== 'own' || other.kind !== 'own') return undefined
  // Of a number each digit counts.
  if (/\d/.test(one.text + other.text)) return undefined
  const keys = [spellingKey(one.text), spellingKey(other.text)] as const
  const isClose = keys[0] === keys[1] || areClose(...keys) || areClose(one.text, other.text)
  return isClose ? 'close' : undefined
}

function isAcronymOf(
  [short, ...more]: readonly CompanyWord[],
  all: readonly CompanyWord[],
): boolean {
  const long = all.filter(({ kind }) => kind !== 'particle')
  if (!short || more.length > 0 || long.length < 3) return false
  return short.text === long.map(({ text }) => text.slice(0, 1)).join('')
}
