// The rules for purposes: what is confirmed, as written by the client and read by the person. Pure.

/** In characters. */
export const purposeMax = 60

/**
 * One line with at least one letter or digit, and no control, invisible or direction characters. Matching takes time
 * that grows with the square of the length, so it is only for texts of at most `purposeMax`.
 */
export const purposeForm = /^[^\p{C}\p{Zl}\p{Zp}]*[\p{L}\p{N}][^\p{C}\p{Zl}\p{Zp}]*$/u

/** The letters and digits of SMS (GSM-7), once accents are removed. */
const written = /^[A-Za-z0-9ØøÆæß]$/

/** Whether the purpose has letters or digits, all of which every channel can show. */
export function isWritable(purpose: string): boolean {
  const plain = purpose.normalize('NFKD').replace(/\p{M}/gu, '')
  const letters = plain.match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length > 0 && letters.every((letter) => written.test(letter))
}
