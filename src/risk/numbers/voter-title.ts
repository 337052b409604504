// The number on a Brazilian voter title: a sequence, the state that issued it, two check digits.

/**
 * Whether the check digits hold. São Paulo and Minas Gerais have sequences of nine digits; the check takes
 * the first eight of them, and reads state and check digits from the right.
 */
export function voterTitleHolds(title: string): boolean {
  if (!/^\d{12,13}$/.test(title)) return false
  const state = title.slice(-4, -2)
  if (Number(state) < 1 || Number(state) > 28) return false
  if (title.length === 13 && !isLong(state)) return false
  const first = checkDigit(title.slice(0, 8), [2, 3, 4, 5, 6, 7, 8, 9], state)
  const second = checkDigit(`${state}${first}`, [7, 8, 9], state)
  return title.endsWith(`${first}${second}`)
}

function checkDigit(digits: string, weights: readonly number[], state: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const rest = sum % 11
  if (rest === 10) return 0
  // These two states give 1 where all others give 0.
  return rest === 0 && isLong(state) ? 1 : rest
}

/** São Paulo and Minas Gerais. */
const isLong = (state: string) => state === '01' || state === '02'
