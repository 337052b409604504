const weights = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Whether a number of PIS, PASEP, NIT or NIS, of 11 digits, has the check digit that the others ask for. */
export function pisHolds(number: string): boolean {
  if (!/^\d{11}$/.test(number) || new Set(number).size === 1) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  const digit = 11 - (sum % 11)
  return Number(number[10]) === (digit > 9 ? 0 : digit)
}
