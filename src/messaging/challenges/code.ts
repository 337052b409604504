// Codes and page tokens are derived, not stored: whoever reads the database learns neither.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A keyed function of at least 32 bytes, made from a secret that the caller keeps. */
export type Mac = (label: string) => Buffer

/** So many digits, the same ones for every message of one record. */
export function deriveCode(mac: Mac, recordId: string, nonce: string, codeDigits = 6): string {
  const number = mac(`otp\0v1\0${recordId}\0${nonce}`).readBigUInt64BE(0)
  return String(number % 10n ** BigInt(codeDigits)).padStart(codeDigits, '0')
}

/** 32 bytes in base64url, 43 characters, for the link of the same record. */
export function derivePageToken(mac: Mac, recordId: string, nonce: string): string {
  return mac(`link\0v1\0${recordId}\0${nonce}`).subarray(0, 32).toString('base64url')
}

/** 16 bytes, 22 characters: for a message of which every character is paid. */
export function deriveShortPageToken(mac: Mac, recordId: string, nonce: string): string {
  return mac(`link\0v1\0${recordId}\0${nonce}`).subarray(0, 16).toString('base64url')
}

/** What is stored of a link's token, and by which its record is found. */
export function hashPageToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const zeros = [0x0660, 0x06f0, 0xff10] // Arabic-Indic, extended Arabic-Indic, full-width

/** The code as typed, without spaces and hyphens and with its digits in ASCII. */
export function normaliseCode(input: string): string {
  return input
    .replace(/[\s\p{Cf}\p{Pd}]/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const point = digit.charCodeAt(0)
      return String(point - (zeros.findLast((zero) => zero <= point) ?? 0))
    })
}

/** Compares in constant time, whatever the lengths; `input` is normalised here. */
export function codesEqual(mac: Mac, recordId: string, input: string, expected: string): boolean {
  const key = mac(`compare\0v1\0${recordId}`)
  const digest = (code: string) => createHmac('sha256', key).update(code).digest()
  return timingSafeEqual(digest(normaliseCode(input)), digest(expected))
}
