import { randomUUIDv7 } from 'node:crypto'

/** UUID version 7: ordered by time, so that indexes grow at their end. */
export function newId(): string {
  return randomUUIDv7()
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}
