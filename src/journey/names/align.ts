// Pairs the words of two names that have the same meaning.
import { editsBetween } from './distance.ts'

/** The way in which a pair of words agrees. */
export type Likeness = 'equal' | 'spelling' | 'initial' | 'cut' | 'nickname' | 'typo' | 'close'

export type Match = { readonly i: number; readonly j: number; readonly likeness: Likeness }

type Keyed = { readonly text: string; readonly key: string }

export type Alignment<Word> = {
  readonly left: readonly Word[]
  readonly right: readonly Word[]
  /** Ordered by the left name's words. */
  readonly matches: readonly Match[]
}

type Lengths = readonly [left: number, right: number]
type Liken = (i: number, j: number) => Likeness | undefined

/**
 * Pairs words of equal key first, and then those that `liken` accepts. With `anywhere` the order of words matters: its
 * pairs come before those of `liken`, which must then lie between agreed words.
 */
export function align<Word extends Keyed>(
  left: readonly Word[],
  right: readonly Word[],
  liken: Liken,
  anywhere?: Liken,
): Match[] {
  const matches = matchKeys(left, right)
  const free = (side: 'i' | 'j', at: number) => matches.every((one) => one[side] !== at)
  const match = (by: Liken, isOrdered: boolean) => {
    for (const i of left.keys()) {
      if (!free('i', i)) continue
      const [from, to] = isOrdered
        ? freeBetween(matches, i, [left.length, right.length])
        : [0, right.length]
      for (let j = from; j < to; j++) {
        const likeness = free('j', j) ? by(i, j) : undefined
        if (likeness === undefined) continue
        matches.splice(matches.findLastIndex((one) => one.i < i) + 1, 0, { i, j, likeness })
        break
      }
    }
  }
  if (anywhere) match(anywhere, false)
  match(liken, anywhere !== undefined)
  return matches
}

/**
 * The range in which a word may still find its partner: between the nearest agreed words, or anywhere when the names
 * are turned, so that the first word of one is the last of the other.
 */
function freeBetween(matches: readonly Match[], i: number, lengths: Lengths): [number, number] {
  const [left, length] = lengths
  const isTurned = matches.some(
    (one) => (one.i === 0 && one.j === length - 1) || (one.j === 0 && one.i === left - 1),
  )
  if ((isTurned && length > 1 && left > 1) || isCrossed(matches)) return [0, length]
  const before = matches.findLast((one) => one.i < i)?.j ?? -1
  return [before + 1, matches.find((one) => one.i > i)?.j ?? length]
}

function matchKeys(left: readonly Keyed[], right: readonly Keyed[]): Match[] {
  const taken = new Set<number>()
  return left.flatMap(({ text, key }, i) => {
    const same = right.findIndex((other, j) => other.text === text && !taken.has(j))
    const j = same >= 0 ? same : right.findIndex((other, at) => other.key === key && !taken.has(at))
    if (j < 0) return []
    taken.add(j)
    return [{ i, j, likeness: same >= 0 ? ('equal' as const) : ('spelling' as const) }]
  })
}

/**
 * Joins two words that the other name writes as one (`Vila Nova`, `Vilanova`). `join` gives the joined word where the
 * other name has no such text. Two initials make no word; `3 M` and `3M` are the same.
 */
export function joinAs<Word extends Keyed>(
  words: readonly Word[],
  other: readonly Word[],
  join?: (one: Word, next: Word) => Word | undefined,
): readonly Word[] {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (!next) continue
    const text = word.text + next.text
    if (text.length < 4 && !/\d/.test(text)) continue
    const joined = other.find((one) => one.text === text) ?? join?.(word, next)
    if (joined) return joinAs([...words.slice(0, at), joined, ...words.slice(at + 2)], other, join)
  }
  return words
}

/** One edit, or two in a long word. */
export function areClose(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  return length >= 4 && length <= 30 && editsBetween(one, other) <= (length >= 8 ? 2 : 1)
}

/** Whether agreeing words are in a different order. */
export const isCrossed = (matches: readonly Match[]): boolean =>
  matches.some(({ j }, at) => at > 0 && j < (matches[at - 1]?.j ?? -1))
