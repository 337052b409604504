// What a journal entry is. The list of kinds is closed: a worker that does not know a kind fails the
// workflow task until it is newer (design, rule 6). Entries hold ids, codes and indexes only.

/** `soon`: the workflow must know it, though it has nothing to do in time; the next nudge brings it. */
export type Wakes = 'now' | 'soon' | false

/**
 * Each kind, and whether the workflow must react to it. What an activity appends is returned to the
 * workflow directly, and what changes nothing for it (`delivered`, `read`) never wakes it.
 */
export const kinds = {
  'transaction-created': { wakes: 'soon' },
  'clock-advanced': { wakes: 'now' },
  'clock-settled': { wakes: false },
  erased: { wakes: 'now' },
  'story-failed': { wakes: false },

  'email-token-opened': { wakes: 'now' },
  'email-token-superseded': { wakes: false },
  'email-token-attempt-claimed': { wakes: false },
  'email-token-sent': { wakes: false },
  'email-token-deferred': { wakes: false },
  'email-token-failed': { wakes: false },
  'email-token-uncertain': { wakes: false },
  'email-token-check-failed': { wakes: false },
  'email-token-valid': { wakes: 'soon' },
  'email-token-expired': { wakes: false },

  // Of SMS tokens, SMS 2FA and WhatsApp 2FA: `module` says which.
  'challenge-opened': { wakes: 'now' },
  'challenge-superseded': { wakes: false },
  'challenge-attempt-claimed': { wakes: false },
  'challenge-accepted': { wakes: false },
  'challenge-deferred': { wakes: false },
  'challenge-uncertain': { wakes: false },
  'challenge-failed': { wakes: false },
  'challenge-sent': { wakes: false },
  'challenge-delivered': { wakes: false },
  'challenge-read': { wakes: false },
  'challenge-undeliverable': { wakes: 'now' },
  'challenge-check-failed': { wakes: false },
  'challenge-valid': { wakes: 'soon' },
  'challenge-replied': { wakes: 'soon' },
  'challenge-reply-ignored': { wakes: false },
  'challenge-expired': { wakes: false },

  'pack-started': { wakes: 'now' },
  'module-started': { wakes: false },
  'module-completed': { wakes: false },
  'module-failed': { wakes: false },
  'module-skipped': { wakes: false },
  'condition-answered': { wakes: false },
  'pack-stopped': { wakes: false },
  'pack-ended': { wakes: false },
} as const satisfies Record<string, { wakes: Wakes }>

export type Kind = keyof typeof kinds

/** Times are epoch milliseconds of the transaction's clock. */
export type Entry = {
  readonly seq: number
  readonly at: number
  readonly kind: Kind
  /** The capability, as the wire names it. */
  readonly module: string | null
  /** The record, run or entry that it is about. */
  readonly ref: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly attempt: number | null
  readonly provider: string | null
  readonly durationMs: number | null
  readonly costMicros: number | null
  /** When the next thing is due that follows from this entry: an expiry, a deadline, a next attempt. */
  readonly dueAt: number | null
}

/** An entry to append; `at` is the transaction's now unless the entry was due earlier. */
export type NewEntry = { readonly kind: Kind } & Partial<Omit<Entry, 'seq' | 'kind'>>
