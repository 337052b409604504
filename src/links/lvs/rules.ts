// The rules of verification links. Pure; times are epoch ms of the transaction's clock.

/** How a pack names this module. */
export const linkBiometrics = { key: 'linkBiometrics' } as const

export type LinkStatus = 'PENDING' | 'COMPLETED' | 'EXPIRED'

/** What ends a link; what is null has not come. */
export type LinkEnds = {
  readonly expiresAt: number
  readonly completedAt: number | null
  readonly expiredAt: number | null
  readonly supersededAt: number | null
}

/** A completed link stays so; every other one is expired from the second of its expiry on. */
export function linkStatus(link: LinkEnds, now: number): LinkStatus {
  if (link.completedAt !== null) return 'COMPLETED'
  return link.expiredAt !== null || now >= link.expiresAt ? 'EXPIRED' : 'PENDING'
}

/** Whether a person can still walk it. */
export const isWalkable = (link: LinkEnds, now: number): boolean =>
  link.supersededAt === null && linkStatus(link, now) === 'PENDING'

/** New links of one transaction in any 60 minutes. */
export const linksMax = 10
export const linksWindowMs = 60 * 60_000

/** How a step of a link has ended: confirmed or taken, denied, left out, or left to a person's review. */
export type StepOutcome =
  | 'confirmed'
  | 'denied'
  | 'approved'
  | 'rejected'
  | 'live'
  | 'suspect'
  | 'inconclusive'
  | 'review'
  | 'given-up'

/** What a person is to decide: left to one, or not to be decided by the service. */
export const undecided = ['review', 'inconclusive'] as const satisfies readonly StepOutcome[]

export const isUndecided = (outcome: StepOutcome | null): outcome is (typeof undecided)[number] =>
  undecided.some((one) => one === outcome)
