// The rules of verification links. Pure; times are epoch ms of the transaction’s clock.
import { reasons as captureReasons } from '#src/biometrics/examinations/rules.ts'

/** The name of the module in packs. */
export const linkBiometrics = { key: 'linkBiometrics' } as const

/** The modules that ask something of the person; other modules of the pack run beside them. */
export const stepKeys = ['emailToken', 'phoneConfirmation', 'aiDocs', 'facialBiometrics'] as const
export type StepKey = (typeof stepKeys)[number]

/** A step that asks something of the person: one of these modules, or a form of the pack. */
export type StepKind = StepKey | 'ask'

export const isStepKey = (key: string): key is StepKey => stepKeys.some((known) => known === key)

export type LinkStatus = 'PENDING' | 'COMPLETED' | 'EXPIRED'

/** The times of the events that end a link; null for an event that has not happened. */
export type LinkEnds = {
  readonly expiresAt: number
  readonly completedAt: number | null
  readonly expiredAt: number | null
  readonly supersededAt: number | null
}

/** A completed link stays completed; every other one expires at its time, except one that waits for a review. */
export function linkStatus(link: LinkEnds, now: number, isInReview = false): LinkStatus {
  if (link.completedAt !== null) return 'COMPLETED'
  if (link.expiredAt === null && isInReview) return 'PENDING'
  return link.expiredAt !== null || now >= link.expiresAt ? 'EXPIRED' : 'PENDING'
}

/** Whether the link can still have a result. */
export const isOpen = (link: Omit<LinkEnds, 'expiresAt'>): boolean =>
  link.supersededAt === null && link.completedAt === null && link.expiredAt === null

/** Whether the person has consented and not withdrawn it. A child has its run even before the consent. */
export const hasBegun = ({
  runId,
  consentedAt,
}: {
  readonly runId: string | null
  readonly consentedAt: Date | null
}): boolean => runId !== null && consentedAt !== null

/** Whether a person can still use the link. */
export const isWalkable = (link: LinkEnds, now: number): boolean =>
  isOpen(link) && now < link.expiresAt

/** The most new links of one transaction within 60 minutes. */
export const linksMax = 10
export const linksWindowMs = 60 * 60_000

/** How a step of a link has ended. */
export type StepOutcome =
  | 'confirmed'
  | 'denied'
  | 'approved'
  | 'rejected'
  | 'live'
  /** A form has its answers. */
  | 'answered'
  | 'suspect'
  | 'inconclusive'
  | 'review'
  | 'given-up'
  /** The link had ended before the person reached the step. */
  | 'left-out'
  /** The pack did not ask for the step in this case. */
  | 'not-asked'

/** Reasons for the outcome of a step, for the client; the person sees only those that help with the picture. */
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

/** The result of each outcome as shown to the client. */
export const resultOf: Readonly<Record<StepOutcome, StepResult>> = {
  confirmed: 'done',
  approved: 'done',
  live: 'done',
  answered: 'done',
  denied: 'rejected',
  rejected: 'rejected',
  suspect: 'rejected',
  inconclusive: 'review',
  review: 'review',
  'given-up': 'skipped',
  'left-out': 'skipped',
  'not-asked': 'skipped',
}

/** The outcomes that count as rejected. */
export const rejectedOutcomes = [
  'denied',
  'rejected',
  'suspect',
] as const satisfies readonly StepOutcome[]

/** The outcomes that need a review: those left to a person, and those that the service could not decide. */
export const undecided = ['review', 'inconclusive'] as const satisfies readonly StepOutcome[]

export const isUndecided = (outcome: StepOutcome | null): outcome is (typeof undecided)[number] =>
  undecided.some((one) => one === outcome)
