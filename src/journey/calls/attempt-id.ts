import { createHash } from 'node:crypto'

/**
 * The id of an attempt is derived from its record and number. If a failover of the database loses the claim, the new
 * claim gets the same id, and a vendor with idempotency keys does not repeat the call. It has the form of a UUIDv7 with
 * the record’s time, so that indexes grow at their end.
 */
export const attemptIdOf = (recordId: string, attempt: number): string =>
  derivedIdOf(recordId, 'attempt', attempt)

/** An id that is derived from a record and a purpose within it, with the record’s time. */
export function derivedIdOf(
  recordId: string,
  purpose: string,
  ...parts: readonly (string | number)[]
): string {
  const bytes = createHash('sha256')
    .update([purpose, recordId, ...parts].join('\0'))
    .digest()
  bytes.write(recordId.replaceAll('-', '').slice(0, 12), 'hex')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex', 0, 16)
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-')
}

// Identifies an attempt in the data that is sent with its message and returned by its callbacks.

type Ids = { readonly recordId: string; readonly attempt: number }

/** The mark of an attempt, for example `019a9f3c-….2`: the record’s id and the number of the attempt. */
export const markOf = ({ recordId, attempt }: Ids): string => `${recordId}.${attempt}`

/** Reads the mark that a callback returns; a mark without a number identifies only the record. */
export function readMark(mark: string | null | undefined): { recordId?: string; attempt?: number } {
  const [, recordId, attempt] = /^([\w-]{1,64})(?:\.(-?\d{1,3}))?$/.exec(mark ?? '') ?? []
  if (recordId === undefined) return {}
  return attempt === undefined ? { recordId } : { recordId, attempt: Number(attempt) }
}
