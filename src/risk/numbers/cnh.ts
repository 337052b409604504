const sumOf = (number: string, weightOf: (at: number) => number): number =>
  Array.from(number.slice(0, 9)).reduce((sum, digit, at) => sum + Number(digit) * weightOf(at), 0)

/**
 * Whether the register number of a driving licence (CNH), of 11 digits, has the check digits that DENATRAN's rule asks
 * for: a first remainder of ten makes the first digit 0 and takes two from the second.
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
