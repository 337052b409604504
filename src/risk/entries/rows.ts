// Converts requests to rows of entries, and rows to answers. Pure.
import { documentValue } from '#src/journey/velocity/sighting.ts'
import { addressKeys, cardKey, phoneKey } from '#src/risk/insights/keys.ts'
import type { EntrySearch, AllowEntry, DenyEntry } from './schema.ts'
import type { Listed, Entry } from './store.ts'

const dayMs = 86_400_000
/** How long an entry counts: by default, and at most. */
const usualDays = 730
const daysMax = 1_826

/** Undefined for a time that has passed or is more than five years away. */
export function toExpiry(sent: string | undefined, now: Date): Date | undefined {
  if (sent === undefined) return new Date(now.getTime() + usualDays * dayMs)
  const at = new Date(sent)
  const ms = at.getTime() - now.getTime()
  return ms > 0 && ms <= daysMax * dayMs ? at : undefined
}

type Sent = Exclude<EntrySearch, { kind: 'face' }>

/** Returns the value in its one spelling; undefined when it names nothing. */
export function listedOf(sent: Sent): Listed | undefined {
  const value = valueOf(sent)
  return value === undefined ? undefined : { kind: sent.kind, value }
}

function valueOf(sent: Sent): string | undefined {
  switch (sent.kind) {
    case 'document':
      return documentValue(sent)
    case 'phone':
      return phoneKey(sent.phone)
    case 'address':
      // Lists the flat if one is named, otherwise the whole building.
      return addressKeys(sent).at(-1)
    case 'device':
      return sent.deviceId
    case 'card':
      return cardKey(sent)
  }
}

export const toAllow = ({ id, kind, evidence, reference, createdAt, expiresAt }: Entry) =>
  ({
    id,
    kind,
    // Safe because only such evidence was accepted.
    evidence: evidence as AllowEntry['evidence'],
    ...(reference !== null && { reference }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }) satisfies AllowEntry

export const toDeny = (entry: Entry): DenyEntry => ({
  ...toAllow(entry),
  role: entry.role ?? 'author',
  action: entry.action ?? 'review',
  ...(entry.awaitsSecond && { awaiting: 'second' }),
})
