import type { ComponentChildren } from 'preact'

export type BadgeKind = 'good' | 'bad' | 'warn' | 'info' | 'quiet'

export function Badge({ kind, children }: { kind: BadgeKind; children: ComponentChildren }) {
  return (
    <span class="badge" data-kind={kind}>
      {children}
    </span>
  )
}

const kinds: Readonly<Record<string, BadgeKind>> = {
  approved: 'good',
  completed: 'good',
  rejected: 'bad',
  denied: 'bad',
  failed: 'bad',
  partial: 'warn',
  review: 'warn',
  again: 'warn',
  cancelled: 'quiet',
  processing: 'info',
}

/** The colour of an outcome or a status; a pack's own words have none. */
export const outcomeKind = (outcome: string): BadgeKind => kinds[outcome] ?? 'quiet'
