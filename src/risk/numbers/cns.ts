/** Whether a number of the national health card, of 15 digits, can be one: its weighted sum is divisible by 11. */
export function cnsHolds(number: string): boolean {
  if (!/^[12789]\d{14}$/.test(number)) return false
  const sum = Array.from(number).reduce(
    (total, digit, index) => total + (15 - index) * Number(digit),
    0,
  )
  return sum % 11 === 0
}
