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
