// A name before anybody is asked about it. Pure.
import { fold } from './fold.ts'

/**
 * A name as whoever is asked can read it: without invisible signs, in the usual forms of its letters. Undefined for
 * what nobody bears: fewer than two letters, or too many words. Nobody is found by it, and so nobody is clean.
 */
export function toName(text: string | undefined): string | undefined {
  const plain = text
    ?.normalize('NFKC')
    .replace(/[\p{DI}\p{Cf}]/gu, '')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  const isName = fold(plain ?? '').words.join('').length >= 2
  return isName ? plain : undefined
}
