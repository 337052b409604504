// How long a duty keeps a transaction, whether a hold applies, and how a hold may be changed. Pure.
import type { DataPolicy, RelationshipClass } from '#src/platform/tenants/data.ts'

export type { RelationshipClass } from '#src/platform/tenants/data.ts'

/**
 * The client's relationship with the person; a person is an applicant unless the client says otherwise. Times are epoch
 * ms.
 */
export type Relationship = {
  readonly class: RelationshipClass
  readonly endedAt: number | null
  /** When the client set the class. */
  readonly setAt: number
}

const dayMs = 86_400_000

/** The start of the class's period; Infinity while the relationship continues. */
function countedFrom({ class: of, endedAt, setAt }: Relationship, createdAt: number): number {
  if (endedAt !== null) return endedAt
  if (of === 'customer') return Infinity
  return of === 'fraud' ? setAt : createdAt
}

/** The end of the duty, epoch ms; 0 when no duty applies. */
export function dutyUntil(
  { duties }: Pick<DataPolicy, 'duties'>,
  relationship: Relationship,
  createdAt: number,
): number {
  const duty = duties[relationship.class]
  return duty ? countedFrom(relationship, createdAt) + duty.days * dayMs : 0
}

/** When retention erases the transaction; infinite when no period is set. Sandbox data are under no duty. */
export function goesAt(
  { duties, keep }: DataPolicy,
  mode: 'sandbox' | 'live',
  relationship: Relationship,
  createdAt: number,
): number {
  const days = keep[mode][relationship.class]
  if (mode === 'sandbox') return days === undefined ? Infinity : createdAt + days * dayMs
  const from = countedFrom(relationship, createdAt)
  return days === undefined
    ? Infinity
    : Math.max(from + days * dayMs, dutyUntil({ duties }, relationship, createdAt))
}

/** Null means until somebody lifts it. */
type Until = { readonly until: number | null }

export const isHolding = (hold: Until | undefined, now: number): boolean =>
  hold !== undefined && (hold.until === null || hold.until > now)

/** A hold can only be prolonged: ending it earlier takes two people. */
export function prolong(
  known: Until | undefined,
  asked: number | null,
  now: number,
): number | null {
  if (known === undefined || !isHolding(known, now)) return asked
  return known.until === null || asked === null ? null : Math.max(known.until, asked)
}
