// What names of persons and of companies have in common: the order in which two are looked at, and what other scripts
// make of a comparison.
import type { Folded } from './fold.ts'
import type { NameComparison } from './verdict.ts'

type Name = Pick<Folded, 'script' | 'original'> & {
  readonly words: readonly { readonly text: string }[]
  /** Its words in one, with its particles and without. */
  readonly runs: readonly string[]
}

/** Puts two names into one fixed order, so that no step can depend on which of them came first. */
export const inOrder = <Some extends Name>(one: Some, other: Some): readonly [Some, Some] =>
  isBehind(one, other) ? [other, one] : [one, other]

function isBehind({ words: ours }: Name, { words: theirs }: Name): boolean {
  for (const [at, { text }] of ours.entries()) {
    const facing = theirs[at]?.text ?? ''
    if (text !== facing) return text > facing
  }
  return false
}

/**
 * What is the same once it is transliterated is doubtful at best (`transliterated`; `close-transliterated` where it would
 * be doubtful anyway). Of letters that give consonants or one reading alone nothing says that two names differ
 * (`other-script`: nothing was compared). The very letters of the other name are the same name.
 */
export function boundByScript<Reason extends string>(
  left: Name,
  right: Name,
  { verdict, reasons }: NameComparison<Reason>,
): NameComparison<Reason | ForeignReason> {
  if (left.script === 'latin' && right.script === 'latin') return { verdict, reasons }
  const [one, two] = [left, right].map(({ original }) => original.replaceAll(' ', ''))
  if (one && one.length > 1 && one === two) return { verdict: 'same', reasons: [] }
  if (verdict !== 'other')
    return {
      verdict: 'doubtful',
      reasons: [verdict === 'same' ? 'transliterated' : 'close-transliterated', ...reasons],
    }
  const isInPart = left.script === 'in-part' || right.script === 'in-part'
  return isInPart && left.script !== right.script
    ? { verdict: 'doubtful', reasons: ['other-script'] }
    : { verdict, reasons }
}

/** Whoever leaves out all blanks, as `MARIASILVASANTOS` does, has left open where they stand. */
export function boundByRun<Reason extends string>(
  left: Name,
  right: Name,
  found: NameComparison<Reason>,
): NameComparison<Reason | 'run-together'> {
  if (found.verdict !== 'other' || (left.words.length > 1 && right.words.length > 1)) return found
  const isSame = left.runs.some((run) => run.length >= runFrom && right.runs.includes(run))
  return isSame ? { verdict: 'doubtful', reasons: ['run-together'] } : found
}

/** Letters: a shorter one is a word. */
const runFrom = 8

/** What `boundByRun` compares: `all` as they were written, `own` without particles. */
export const runsOf = (
  all: readonly string[],
  own: readonly { readonly text: string }[],
): string[] => [...new Set([all.join(''), own.map(({ text }) => text).join('')])]

export type ForeignReason =
  | 'run-together'
  | 'transliterated'
  | 'close-transliterated'
  | 'other-script'
