// Collects everything that a text says to a question, before a decision.
import { affirming, hasYesWord, isYes, type Part, toParts } from './affirmation.ts'
import { findLabel, type Sides } from './question.ts'
import { readSignals, type Signals } from './signals.ts'
import type { Lexicon, WholeKind } from './vocabulary.ts'
import type { Clause, Word } from './words.ts'

export type ReplySigns = {
  readonly signals: readonly Signals[]
  readonly hasWords: boolean
  /** Whether the whole text is a yes. */
  readonly isYes: boolean
  /** Whether a clause is only the number of the no. */
  readonly isNoNumber: boolean
  /** Both options are named: `1 e 2`, `2 sim`, `sim ou não`. */
  readonly isBoth: boolean
  /** Whether a clause is only an opt-out. */
  readonly stops: boolean
}

export function readAll(
  clauses: readonly Clause[],
  sides: Sides | undefined,
  lexicon: Lexicon,
): ReplySigns {
  const read = clauses.map((clause) => readClause(clause, sides, lexicon))
  const [yes, no] = [String(sides?.yes), String(sides?.no)]
  const parts = read.map((one) => one.parts)
  const signals = read.map((one) => one.signals)
  const numbers = parts.flat().flatMap(({ kind, number }) => (kind === 'number' ? number : []))
  const hasYes = parts.some(hasYesWord) || numbers.includes(yes)
  const hasNo = signals.some(({ bareNo }) => bareNo) || numbers.includes(no)
  const offersBoth = hasYes && hasNo && clauses.some((clause) => isJoined(clause, lexicon))
  return {
    signals,
    hasWords: clauses.some(({ words }) => words.length > 0),
    isYes: isYes(parts, yes),
    isNoNumber: clauses.some(({ asks }, index) => !asks && isNumber(parts[index] ?? [], no)),
    isBoth:
      (numbers.includes(no) && hasYes) ||
      offersBoth ||
      clauses.some((clause) => isNumberOrNo(clause, yes)),
    stops: clauses.some((clause) => readWhole([withoutSigns(clause)], lexicon) === 'optOutAlone'),
  }
}

function readClause(clause: Clause, sides: Sides | undefined, lexicon: Lexicon) {
  const isOwnYes = findLabel(clause, sides?.ownYes, lexicon) === 'all'
  const parts: readonly Part[] = isOwnYes
    ? [{ kind: 'yes', at: 0, length: clause.words.length }]
    : toParts(clause.words, lexicon)
  const signals = readSignals(clause, lexicon, (at, length) =>
    parts.some((part) => covers(part, at, length)),
  )
  const isOwnNo = !clause.asks && findLabel(clause, sides?.ownNo, lexicon) !== undefined
  const isNo = isOwnNo || readWhole([clause], lexicon) === 'noAlone'
  return { parts, signals: isNo ? { ...signals, bareNo: true } : signals }
}

/**
 * Whether a phrase of a yes covers these words, so that `quem` in it is no question, nor `sem` in `sem problema` a no.
 */
const covers = ({ kind, at, length }: Part, position: number, said: number): boolean =>
  (affirming.has(kind) || kind === 'courtesy') && at <= position && position + said <= at + length

/** `n 1` may mean `número 1`, or no. */
const isNumberOrNo = ({ words: [first, second, ...others] }: Clause, yes: string): boolean =>
  others.length === 0 && first?.plain === 'n' && second?.text === yes

/** Yes and no are joined: `sim ou não`, `s/n`, `sim e não`. */
function isJoined({ words }: Clause, { or, and, signals, parts }: Lexicon): boolean {
  const isSide = (at: number) => {
    const word = [words[at]?.text ?? '']
    return (
      signals.longest(word, 0)?.kind === 'bareNo' || parts.longest(word, 0)?.kind === 'plainYes'
    )
  }
  return words.some(
    ({ kind, text }, at) =>
      kind === 'slash' || or.has(text) || (and.has(text) && isSide(at - 1) && isSide(at + 1)),
  )
}

const besideNumber: ReadonlySet<Part['kind']> = new Set([
  'courtesy',
  'address',
  'joiner',
  'numbering',
])

/** Whether a clause is the number, or names it as an option: `opção 2 porque desconfio`. */
function isNumber(parts: readonly Part[], wanted: string): boolean {
  const isIt = ({ number }: Part) => number === wanted
  if (parts.some((part, index) => isIt(part) && parts[index - 1]?.kind === 'numbering')) return true
  return parts.some(isIt) && parts.every((part) => isIt(part) || besideNumber.has(part.kind))
}

const withoutSigns = (clause: Clause): Clause => ({
  ...clause,
  words: clause.words.filter(({ kind }) => kind !== 'sign'),
})

/** Whether it is an emoji that the vocabulary does not know: `stop 🛑`. */
const isOrnament = ({ kind, text, plain }: Word): boolean => kind === 'sign' && text === plain

/** The kind of a text that consists of one known phrase, apart from greetings, ornaments and its repetition. */
export function readWhole(clauses: readonly Clause[], lexicon: Lexicon): WholeKind | undefined {
  if (clauses.some(({ asks }) => asks)) return undefined
  const words = clauses.flatMap((clause) =>
    toParts(clause.words, lexicon)
      .filter(({ kind }) => kind !== 'courtesy' && kind !== 'address')
      .flatMap(({ at, length }) => clause.words.slice(at, at + length))
      .filter((word) => !isOrnament(word))
      .map(({ text }) => text),
  )
  const said = words.filter((word, index) => word !== words[index - 1])
  const found = lexicon.wholes.longest(said, 0)
  return found?.length === said.length ? found.kind : undefined
}
