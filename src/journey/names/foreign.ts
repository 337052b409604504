// What names of persons and of companies have in common: the order in which two are looked at, and other scripts.
import type { Folded } from './fold.ts'
import type { NameComparison } from './verdict.ts'

type Name = Pick<Folded, 'script'> & { readonly words: readonly { readonly text: string }[] }

const textOf = ({ words }: Name, between = ' ') => words.map(({ text }) => text).join(between)

/** So that no step can depend on which of the two came first. */
export const inOrder = <Some extends Name>(one: Some, other: Some): readonly [Some, Some] =>
  textOf(one) <= textOf(other) ? [one, other] : [other, one]

/** Nothing is transliterated: in other letters a name is the same only where it is identical. */
export function compareForeign(
  left: Name,
  right: Name,
): NameComparison<'unreadable' | 'other-script'> {
  if (left.script !== right.script) return { verdict: 'doubtful', reasons: ['other-script'] }
  const [one, other] = [textOf(left, ''), textOf(right, '')]
  if (one === other)
    return one.length > 1
      ? { verdict: 'same', reasons: [] }
      : { verdict: 'doubtful', reasons: ['unreadable'] }
  const isShared = left.words.some(({ text }) => right.words.some((word) => word.text === text))
  return { verdict: isShared ? 'doubtful' : 'other', reasons: ['other-script'] }
}
