// The kinds of journal entries of reviews; `ref` is the review. They hold only codes; the audit names who has decided.
import { defineEvent, defineKind, unchanged } from '#src/journey/journal/kind.ts'

const review = { from: 'ref', meaning: 'The id of the review.' } as const

/** `reason` is the pack, `module` the name of the step in a pack or link. */
export const reviewOpened = defineKind(
  'review-opened',
  'A person is to decide; the code is the reason.',
  unchanged,
  defineEvent('review.opened', 'A person is to decide what the service could not.', {
    review,
    reason: { from: 'code', meaning: 'Why, as a code.' },
    pack: { from: 'reason', meaning: 'The name of the pack, of a review of a run.' },
    step: { from: 'module', meaning: 'The step of a pack or of a verification link, by its name.' },
  }),
)

export const reviewAwaitsSecond = defineKind(
  'review-awaits-second',
  'The first of two people has decided; nothing has come of it yet. The code is the decision.',
)

/** `reason` holds the given reasons, separated by commas. */
export const reviewDecided = defineKind(
  'review-decided',
  'A person has decided; the code is the decision.',
  unchanged,
  defineEvent('review.decided', 'A person has decided a review.', {
    review,
    decision: { from: 'code', meaning: 'As `GET /v1/reviews/{id}` shows it.' },
  }),
)

export const reviewClosed = defineKind(
  'review-closed',
  'A review that nobody has to decide any more; the code says why.',
)

export const reviewKinds = [reviewOpened, reviewAwaitsSecond, reviewDecided, reviewClosed] as const
