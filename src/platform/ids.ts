import { randomUUIDv7 } from 'node:crypto'

/** A UUID version 7: ordered by time, so that new rows go to the end of the indexes. */
export function newId(): string {
  return randomUUIDv7()
}

/** The least UUID version 7 of that time (epoch ms): a range of time is then a range of the primary key. */
export function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}
