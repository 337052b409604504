// The rules of a purpose: what is confirmed, as the client writes it and the person reads it. Pure.

/** Characters. */
export const purposeMax = 60

/** One line with something to read, in which nothing is hidden and no direction turned. */
export const purposeForm = /^(?=.*[\p{L}\p{N}])[^\p{C}\p{Zl}\p{Zp}]*$/u

/** Letters and digits that an SMS has, once their accents are gone. */
const written = /^[A-Za-z0-9ØøÆæß]$/

/** Whether something can be read of it, and the same on every channel. */
export function isWritable(purpose: string): boolean {
  const plain = purpose.normalize('NFKD').replace(/\p{M}/gu, '')
  const letters = plain.match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length > 0 && letters.every((letter) => written.test(letter))
}
