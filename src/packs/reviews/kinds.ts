// The kinds of journal entries of reviews; `ref` is the review. Codes alone: who has decided stands in the audit.
import { defineKind } from '#src/journey/journal/kind.ts'

/** `reason` is its pack, `module` the step of a link. */
export const reviewOpened = defineKind(
  'review-opened',
  'A person is to decide; the code is the reason.',
)

export const reviewAwaitsSecond = defineKind(
  'review-awaits-second',
  'The first of two people has decided; nothing has come of it yet. The code is the decision.',
)

/** `reason` is the reasons that were given, with commas between them. */
export const reviewDecided = defineKind(
  'review-decided',
  'A person has decided; the code is the decision.',
)

export const reviewClosed = defineKind(
  'review-closed',
  'A review that nobody has to decide any more; the code says why.',
)

export const reviewKinds = [reviewOpened, reviewAwaitsSecond, reviewDecided, reviewClosed] as const
