/**
 * A code of the classification of economic activities as its seven digits; undefined for what cannot be one.
 * Registries send it as a number, whose leading zero is lost.
 */
export function toCnae(code: string): string | undefined {
  const digits = code.replaceAll(/[\s./-]/g, '')
  if (!/^\d{6,7}$/.test(digits)) return undefined
  const padded = digits.padStart(7, '0')
  const division = Number(padded.slice(0, 2))
  return division >= 1 && division <= 99 ? padded : undefined
}
