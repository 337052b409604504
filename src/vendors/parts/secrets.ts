// Secrets that authenticate callbacks: a list of them during a rotation.
import { timingSafeEqual } from 'node:crypto'

/** The first is what we use ourselves; what any of them has signed is believed. */
export type Secrets = string | readonly string[]

export const listSecrets = (secrets: Secrets): readonly string[] =>
  typeof secrets === 'string' ? [secrets] : secrets

export const firstSecret = (secrets: Secrets): string => listSecrets(secrets)[0] ?? ''

/** In constant time, for what proves itself by being equal. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
