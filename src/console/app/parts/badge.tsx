import type { ComponentChildren } from 'preact'
import { useStates } from '../words/states.ts'

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
  open: 'warn',
  again: 'warn',
  cancelled: 'quiet',
  processing: 'info',
}

/** The colour of an outcome or a status; a pack's own words have none. */
export const outcomeKind = (outcome: string): BadgeKind => kinds[outcome] ?? 'quiet'

type OutcomeProps = { readonly outcome?: string | undefined; readonly status?: string }

/** How something ended, and before that how far it is. */
export function Outcome({ outcome, status = '' }: OutcomeProps) {
  const states = useStates()
  return (
    <Badge kind={outcomeKind(outcome ?? status)}>
      {outcome === undefined ? states.status(status) : states.outcome(outcome)}
    </Badge>
  )
}
