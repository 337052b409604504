/** ICAO Doc 9303, part 3, 4.9; written anew, so that the reader is not checked by itself. */
export function checkDigitOf(text: string): string {
  let sum = 0
  for (const [at, one] of text.split('').entries()) {
    const value = one === '<' ? 0 : /\d/.test(one) ? Number(one) : one.charCodeAt(0) - 55
    sum += value * ([7, 3, 1][at % 3] ?? 0)
  }
  return String(sum % 10)
}
