// The edit distance of two words, measured up to two edits because no comparison needs more.

/** An edit changes, adds or drops a letter, or swaps two neighbours. Returns 3 when more than 2 are needed. */
export function editsBetween(one: string, other: string): 0 | 1 | 2 | 3 {
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > 2) return 3
  if (isWithin(one, other, 1)) return 1
  return isWithin(one, other, 2) ? 2 : 3
}

function isWithin(one: string, other: string, edits: number): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [left, right] = [one.slice(at), other.slice(at)]
  if (left === right) return true
  if (edits === 0) return false
  const isSwapped = left[0] === right[1] && left[1] === right[0]
  return (
    isWithin(left.slice(1), right.slice(1), edits - 1) ||
    isWithin(left.slice(1), right, edits - 1) ||
    isWithin(left, right.slice(1), edits - 1) ||
    (isSwapped && isWithin(left.slice(2), right.slice(2), edits - 1))
  )
}

/**
 * Whether one slip explains the difference: swapped letters, a vowel for a consonant, a missing or extra consonant. A
 * vowel for another vowel does not count, because it often makes another name, as in Zanetti and Zanotti.
 */
export function isSlip(one: string, other: string): boolean {
  const [left, right] = middlesOf(one, other)
  if (left.length + right.length === 1) return !isVowel(left + right)
  if (left.length === 1 && right.length === 1)
    return isVowel(left) !== isVowel(right) || lookAlikes.has(left + right)
  return isReversed(left, right)
}

/** Whether only two neighbouring letters have changed places. */
export const isSwap = (one: string, other: string): boolean => isReversed(...middlesOf(one, other))

/** The middle part of each word, without their common beginning and end. */
function middlesOf(one: string, other: string): [string, string] {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const rest = Math.min(one.length, other.length) - start
  while (end < rest && one.at(-1 - end) === other.at(-1 - end)) end++
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

const isReversed = (one: string, other: string): boolean =>
  one.length === 2 && one === other.split('').toReversed().join('')

/** Pairs of capitals that text recognition confuses. */
const lookAlikes = new Set(
  ['pr', 'pf', 'rf', 'cg', 'mn', 'hn', 'lt', 'kx', 'dp'].flatMap((pair) => [
    pair,
    pair.split('').toReversed().join(''),
  ]),
)

const isVowel = (letter: string): boolean => /^[aeiou]$/.test(letter)
