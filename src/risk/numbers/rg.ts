/**
 * Whether an identity card number of São Paulo, without punctuation, has the usual check digit. No official
 * text says so and other states have other numbers: good for a hint, and no more.
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
