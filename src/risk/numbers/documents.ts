// The check digits of the numbers on Brazilian documents.

const sumOf = (number: string, weightOf: (at: number) => number): number =>
  Array.from(number.slice(0, 9)).reduce((sum, digit, at) => sum + Number(digit) * weightOf(at), 0)

/**
 * Whether a driving licence's register number (CNH, 11 digits) has the check digits of DENATRAN's rule: a first
 * remainder of ten makes the first digit 0 and reduces the second by two.
 */
export function cnhHolds(number: string): boolean {
  if (!/^\d{11}$/.test(number) || new Set(number).size === 1) return false
  const first = sumOf(number, (at) => 9 - at) % 11
  const second = (sumOf(number, (at) => at + 1) % 11) - (first > 9 ? 2 : 0)
  const [one, two] = [first, second < 0 ? second + 11 : second].map((digit) =>
    digit > 9 ? 0 : digit,
  )
  return number.slice(9) === `${one}${two}`
}

const weights = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Whether a PIS, PASEP, NIT or NIS number (11 digits) has the right check digit. */
export function pisHolds(number: string): boolean {
  if (!/^\d{11}$/.test(number) || new Set(number).size === 1) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  const digit = 11 - (sum % 11)
  return Number(number[10]) === (digit > 9 ? 0 : digit)
}

/** Whether a number of the national health card (15 digits) is possible: its weighted sum must be divisible by 11. */
export function cnsHolds(number: string): boolean {
  if (!/^[12789]\d{14}$/.test(number)) return false
  const sum = Array.from(number).reduce(
    (total, digit, index) => total + (15 - index) * Number(digit),
    0,
  )
  return sum % 11 === 0
}

/**
 * Whether an identity card number of São Paulo, without punctuation, has the usual check digit. No official text
 * defines it, so it is only a hint.
 */
export function rgOfSaoPauloHolds(number: string): boolean {
  if (!/^\d{8}[\dX]$/.test(number)) return false
  const sum = [9, 8, 7, 6, 5, 4, 3, 2].reduce(
    (total, weight, index) => total + weight * Number(number[index]),
    0,
  )
  const digit = sum % 11
  return number.endsWith(digit === 10 ? 'X' : String(digit))
}

/** Whether a vehicle's registration number (9 to 11 digits) has the right check digit. */
export function renavamHolds(number: string): boolean {
  if (!/^\d{9,11}$/.test(number)) return false
  const padded = number.padStart(11, '0')
  if (/^0+$/.test(padded)) return false
  const sum = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2].reduce(
    (total, weight, index) => total + weight * Number(padded[index]),
    0,
  )
  return ((sum * 10) % 11) % 10 === Number(padded[10])
}

/**
 * Whether the check digits of a voter title hold: a sequence, the state that issued it, two check digits. São Paulo and
 * Minas Gerais have sequences of nine digits, of which the check uses the first eight, so state and check digits are
 * read from the right.
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
  // Two states use 1 when the remainder is 0; all others use 0.
  return rest === 0 && isLong(state) ? 1 : rest
}

/** The titles of São Paulo and Minas Gerais have nine digits in their sequence. */
const isLong = (state: string) => state === '01' || state === '02'
