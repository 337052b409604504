// How far two words lie apart, as far as it matters: no word is compared further than two edits.

/** Letters to change, add, leave out or exchange with a neighbour; 3 where more than 2 are needed. */
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
 * One slip that makes no other name: two letters exchanged, a vowel for a consonant, a consonant too few or too many.
 * A vowel for a vowel is another name as often as not, as in Zanetti and Zanotti.
 */
export function isSlip(one: string, other: string): boolean {
  const [left, right] = middlesOf(one, other)
  if (left.length + right.length === 1) return !isVowel(left + right)
  if (left.length === 1 && right.length === 1)
    return isVowel(left) !== isVowel(right) || lookAlikes.has(left + right)
  return isReversed(left, right)
}

/** Two neighbours have changed places, and nothing else. */
export const isSwap = (one: string, other: string): boolean => isReversed(...middlesOf(one, other))

/** What stands between what both begin and end with. */
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
