import type { AllowEntry, DenyEntry } from './schema.ts'
import type { Entry } from './store.ts'

export const toAllow = ({ id, kind, evidence, reference, createdAt, expiresAt }: Entry) =>
  ({
    id,
    kind,
    // Safe because nothing else was taken.
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
