// The rules of verification links. Pure; times are epoch ms of the transaction's clock.
import { reasons as captureReasons } from '#src/biometrics/examinations/rules.ts'

/** How a pack names this module. */
export const linkBiometrics = { key: 'linkBiometrics' } as const

/** The modules of a pack that ask something of the person; others go on beside. */
export const stepKeys = ['emailToken', 'phoneConfirmation', 'aiDocs', 'facialBiometrics'] as const
export type StepKey = (typeof stepKeys)[number]

export const isStepKey = (key: string): key is StepKey => stepKeys.some((known) => known === key)

export type LinkStatus = 'PENDING' | 'COMPLETED' | 'EXPIRED'

/** What ends a link; what is null has not come. */
export type LinkEnds = {
  readonly expiresAt: number
  readonly completedAt: number | null
  readonly expiredAt: number | null
  readonly supersededAt: number | null
}

/**
 * A completed link stays so; every other one is expired from the second of its expiry on, but for one that waits for
 * somebody's decision.
 */
export function linkStatus(link: LinkEnds, now: number, isInReview = false): LinkStatus {
  if (link.completedAt !== null) return 'COMPLETED'
  if (link.expiredAt === null && isInReview) return 'PENDING'
  return link.expiredAt !== null || now >= link.expiresAt ? 'EXPIRED' : 'PENDING'
}

/** Whether something can still come of it. */
export const isOpen = (link: Omit<LinkEnds, 'expiresAt'>): boolean =>
  link.supersededAt === null && link.completedAt === null && link.expiredAt === null

/** Whether a person can still walk it. */
export const isWalkable = (link: LinkEnds, now: number): boolean =>
  isOpen(link) && now < link.expiresAt

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
  /** The link had ended before the person came to it. */
  | 'left-out'
  /** The pack did not ask it of this person. */
  | 'not-asked'

/** Why a step ended as it did, for the client; the person is told what helps to capture alone. */
export const stepReasons = [
  ...captureReasons,
  'asked-for',
  'inconclusive',
  'not-looked-at',
  'document-refused',
  'spoof-suspected',
  'device-denied',
  'faces-differ',
  'faces-unsure',
  'not-compared',
  'denied',
  'given-up',
  'not-asked',
  'link-ended',
] as const
export type StepReason = (typeof stepReasons)[number]

export type StepResult = 'done' | 'skipped' | 'rejected' | 'review'

/** As the client is told. */
export const resultOf: Readonly<Record<StepOutcome, StepResult>> = {
  confirmed: 'done',
  approved: 'done',
  live: 'done',
  denied: 'rejected',
  rejected: 'rejected',
  suspect: 'rejected',
  inconclusive: 'review',
  review: 'review',
  'given-up': 'skipped',
  'left-out': 'skipped',
  'not-asked': 'skipped',
}

/** A step that ended so is rejected. */
export const rejectedOutcomes = [
  'denied',
  'rejected',
  'suspect',
] as const satisfies readonly StepOutcome[]

/** What a person is to decide: left to one, or not to be decided by the service. */
export const undecided = ['review', 'inconclusive'] as const satisfies readonly StepOutcome[]

export const isUndecided = (outcome: StepOutcome | null): outcome is (typeof undecided)[number] =>
  undecided.some((one) => one === outcome)
