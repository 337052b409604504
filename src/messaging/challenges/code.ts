// Derives codes and page tokens instead of storing them, so that they cannot be read from the database.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A keyed hash function of at least 32 bytes of output; the caller holds its key. */
export type Mac = (label: string) => Buffer

/** A code of `codeDigits` digits, the same in every message of one record. */
export function deriveCode(mac: Mac, recordId: string, nonce: string, codeDigits = 6): string {
  const number = mac(`otp\0v1\0${recordId}\0${nonce}`).readBigUInt64BE(0)
  return String(number % 10n ** BigInt(codeDigits)).padStart(codeDigits, '0')
}

/** A token for the link of the record: 32 bytes in base64url, 43 characters. */
export function derivePageToken(mac: Mac, recordId: string, nonce: string): string {
  return mac(`link\0v1\0${recordId}\0${nonce}`).subarray(0, 32).toString('base64url')
}

/** A token of 16 bytes (22 characters), for SMS, where each character costs. */
export function deriveShortPageToken(mac: Mac, recordId: string, nonce: string): string {
  return mac(`link\0v1\0${recordId}\0${nonce}`).subarray(0, 16).toString('base64url')
}

/** The hash of a link’s token, which is stored and finds the record. */
export function hashPageToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const zeros = [0x0660, 0x06f0, 0xff10] // Arabic-Indic, extended Arabic-Indic, full-width

/** The code as typed, without spaces and hyphens and with ASCII digits. */
export function normaliseCode(input: string): string {
  return input
    .replace(/[\s\p{Cf}\p{Pd}]/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const point = digit.charCodeAt(0)
      return String(point - (zeros.findLast((zero) => zero <= point) ?? 0))
    })
}

/** Compares in constant time, whatever the lengths; normalises `input`. */
export function codesEqual(mac: Mac, recordId: string, input: string, expected: string): boolean {
  const key = mac(`compare\0v1\0${recordId}`)
  const digest = (code: string) => createHmac('sha256', key).update(code).digest()
  return timingSafeEqual(digest(normaliseCode(input)), digest(expected))
}
