// The common parts of comparisons of persons and of companies: a fixed order of the two names, and the effect of other
// scripts.
import type { Folded } from './fold.ts'
import type { NameComparison } from './verdict.ts'

type Name = Pick<Folded, 'script' | 'original'> & {
  readonly words: readonly { readonly text: string }[]
  /** All words joined into one, with particles and without. */
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
 * Limits the verdict for names in other scripts. Names that agree only after transliteration are doubtful
 * (`transliterated`, or `close-transliterated` if they are doubtful anyway). Letters that give only consonants or one
 * reading cannot prove a difference (`other-script`: nothing was compared). Names of exactly the same letters are the
 * same.
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

/**
 * Makes a difference doubtful when one name is written without blanks, as `MARIASILVASANTOS`, because the position of
 * its blanks is unknown.
 */
export function boundByRun<Reason extends string>(
  left: Name,
  right: Name,
  found: NameComparison<Reason>,
): NameComparison<Reason | 'run-together'> {
  if (found.verdict !== 'other' || (left.words.length > 1 && right.words.length > 1)) return found
  const isSame = left.runs.some((run) => run.length >= runFrom && right.runs.includes(run))
  return isSame ? { verdict: 'doubtful', reasons: ['run-together'] } : found
}

/** The fewest letters of a name without blanks; a shorter text is a single word. */
const runFrom = 8

/** The texts that `boundByRun` compares: `all` words as they were written, `own` without particles. */
export const runsOf = (
  all: readonly string[],
  own: readonly { readonly text: string }[],
): string[] => [...new Set([all.join(''), own.map(({ text }) => text).join('')])]

export type ForeignReason =
  | 'run-together'
  | 'transliterated'
  | 'close-transliterated'
  | 'other-script'
