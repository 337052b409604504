import { createHash } from 'node:crypto'

/**
 * The id of a record's attempt, derived so that an attempt whose claim a failover of the database has lost
 * gets it again, and a vendor that knows idempotency keys repeats nothing. Shaped as a UUID of version 7, with
 * the record's time, so that indexes grow at their end.
 */
export function attemptIdOf(recordId: string, attempt: number): string {
  const bytes = createHash('sha256').update(`attempt\0${recordId}\0${attempt}`).digest()
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

// How an attempt is named in what travels with its message, and comes back with its callbacks.

type Ids = { readonly recordId: string; readonly attempt: number }

/** `019a9f3c-….2`. */
export const markOf = ({ recordId, attempt }: Ids): string => `${recordId}.${attempt}`

/** What a callback brings back; a mark without an attempt names the record alone. */
export function readMark(mark: string | null | undefined): { recordId?: string; attempt?: number } {
  const [, recordId, attempt] = /^([\w-]{1,64})(?:\.(-?\d{1,3}))?$/.exec(mark ?? '') ?? []
  if (recordId === undefined) return {}
  return attempt === undefined ? { recordId } : { recordId, attempt: Number(attempt) }
}
