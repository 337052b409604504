/** Whether a vehicle's registration number, of 9 to 11 digits, has the check digit that the others ask for. */
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
