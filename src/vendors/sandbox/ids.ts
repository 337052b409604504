// Derives ids and senders of the sandbox's vendors, so that API and worker agree without a table.
import { createHash } from 'node:crypto'

export const hashHex = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Ten decimal digits that follow from the parts. */
export const toDigits = (...parts: readonly string[]): string =>
  BigInt(`0x${hashHex(...parts)}`)
    .toString()
    .slice(-10)
