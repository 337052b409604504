// The format of an API key: `ak_`, 256 random bits and a checksum, in letters and digits. Secret scanners find it by
// `ak_[0-9A-Za-z]{49}`, and a mistyped key is refused without a database query.
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 43
const checkLength = 6

export function makeKey(): string {
  const secret = encode(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `ak_${secret}${checkOf(secret)}`
}

export function isKey(text: string): boolean {
  const [, secret = '', check] = /^ak_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text) ?? []
  return check !== undefined && check === checkOf(secret)
}

/** A plain hash is enough, because a key has 256 random bits and cannot be guessed. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

const checkOf = (secret: string): string => encode(BigInt(crc32(secret)), checkLength)

function encode(value: bigint, length: number): string {
  let [text, left] = ['', value]
  for (; text.length < length; left /= 62n) text = `${digits[Number(left % 62n)] ?? ''}${text}`
  return text
}
