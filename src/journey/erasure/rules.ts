// Until when a duty keeps a transaction, whether a hold does, and what a hold may become. Pure.
import type { DataPolicy, RelationshipClass } from '#src/platform/tenants/data.ts'

export type { RelationshipClass } from '#src/platform/tenants/data.ts'

/** Without a word of the client it is an applicant. Times in epoch ms. */
export type Relationship = {
  readonly class: RelationshipClass
  readonly endedAt: number | null
  /** When the client has said so. */
  readonly setAt: number
}

const dayMs = 86_400_000

/** From when on the days of its class are counted; infinite while the relationship goes on. */
function countedFrom({ class: of, endedAt, setAt }: Relationship, createdAt: number): number {
  if (endedAt !== null) return endedAt
  if (of === 'customer') return Infinity
  return of === 'fraud' ? setAt : createdAt
}

/** When the duty that keeps it is over, epoch ms; 0 where there is none. */
export function dutyUntil(
  { duties }: Pick<DataPolicy, 'duties'>,
  relationship: Relationship,
  createdAt: number,
): number {
  const duty = duties[relationship.class]
  return duty ? countedFrom(relationship, createdAt) + duty.days * dayMs : 0
}

/** When it goes by itself; infinite where nothing says so. What is of a sandbox is under no duty. */
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

/** Null: until it is lifted. */
type Until = { readonly until: number | null }

export const isHolding = (hold: Until | undefined, now: number): boolean =>
  hold !== undefined && (hold.until === null || hold.until > now)

/** A hold is only prolonged: ending one takes two people. */
export function prolong(
  known: Until | undefined,
  asked: number | null,
  now: number,
): number | null {
  if (known === undefined || !isHolding(known, now)) return asked
  return known.until === null || asked === null ? null : Math.max(known.until, asked)
}
