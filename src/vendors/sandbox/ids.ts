// Derives ids and senders of the sandbox's vendors, so that API and worker agree without storing them.
import { createHash } from 'node:crypto'

export const hashHex = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Ten decimal digits derived from the parts. */
export const toDigits = (...parts: readonly string[]): string =>
  BigInt(`0x${hashHex(...parts)}`)
    .toString()
    .slice(-10)
