// Secrets that authenticate callbacks: a list of them during a rotation.
import { timingSafeEqual } from 'node:crypto'

/** We use the first ourselves, and accept signatures by any of them. */
export type Secrets = string | readonly string[]

export const listSecrets = (secrets: Secrets): readonly string[] =>
  typeof secrets === 'string' ? [secrets] : secrets

export const firstSecret = (secrets: Secrets): string => listSecrets(secrets)[0] ?? ''

/** Compares in constant time, for secrets that are sent as they are. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
