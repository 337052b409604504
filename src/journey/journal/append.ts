// Appends to the journal; no other function does. It runs under the lock of the transaction, and applies each entry’s
// effect to the agenda. Entries stay in memory until the commit writes them together with the agenda.
import { applyEffect } from './kind.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { type NewEntry, eventOf } from './entry.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'

type Appendable = Pick<Locked, 'now' | 'lastSeq' | 'tasks' | 'unwritten'> &
  Partial<Pick<Locked, 'isStirred'>>

export function append(locked: Appendable, ...entries: readonly NewEntry[]): Entry[] {
  return entries.map((added) => {
    const { kind, told: _told, ...given } = added
    const entry: Entry = {
      ...nothing,
      at: locked.now.getTime(),
      ...given,
      kind: kind.name,
      seq: locked.lastSeq + 1,
    }
    locked.lastSeq = entry.seq
    if (!kind.isQuiet) locked.isStirred = true
    locked.tasks = applyEffect(kind, locked.tasks, entry)
    const event = eventOf(added, entry)
    locked.unwritten.push(event ? { ...entry, event } : entry)
    return entry
  })
}

const nothing = {
  module: null,
  ref: null,
  code: null,
  reason: null,
  attempt: null,
  provider: null,
  durationMs: null,
  costMicros: null,
  dueAt: null,
} as const satisfies Omit<Entry, 'seq' | 'kind' | 'at'>
