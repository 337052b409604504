// The kinds of journal entries of reviews; `ref` is the review. They hold only codes; the audit names who has decided.
import { closesItsRef, open } from '#src/journey/agenda/effects.ts'
import { defineEvent, defineKind, type Effect, quiet } from '#src/journey/journal/kind.ts'

export const lookTask = 'review-look'

/** Opens a task while the review is open, so that the transaction’s workflow stays open and operators find it. */
const opensLook: Effect = (tasks, entry) =>
  entry.dueAt === null
    ? tasks
    : open(tasks, entry, {
        key: `${lookTask}:${entry.ref}:${entry.seq}`,
        task: lookTask,
        does: 'look at overdue review',
        waits: 'review',
        ends: true,
        on: entry.module === null ? 'review' : `review of ${entry.module}`,
        dueAt: entry.dueAt,
      })

const review = { from: 'ref', meaning: 'The id of the review.' } as const

/**
 * `reason` is the pack, `module` the name of the pack’s or link’s step. `dueAt` is the deadline, after which the review
 * is only noted as overdue; it is null if an open run waits for the review with a task of its own.
 */
export const reviewOpened = defineKind(
  'review-opened',
  'A person is to decide; the code is the reason.',
  opensLook,
  defineEvent('review.opened', 'A person is to decide what the service could not.', {
    review,
    reason: { from: 'code', meaning: 'Why, as a code.' },
    pack: { from: 'reason', meaning: 'The name of the pack, of a review of a run.' },
    step: { from: 'module', meaning: 'The step of a pack or of a verification link, by its name.' },
  }),
)

/** The task is opened again for the next deadline. */
export const reviewAwaited = quiet(
  defineKind(
    'review-awaited',
    'The deadline of a review has passed, and it is waited for.',
    (tasks, entry) => opensLook(closesItsRef(tasks, entry), entry),
  ),
)

export const reviewAwaitsSecond = defineKind(
  'review-awaits-second',
  'The first of two people has decided; nothing has come of it yet. The code is the decision.',
)

/** `reason` holds the given reasons, separated by commas. */
export const reviewDecided = defineKind(
  'review-decided',
  'A person has decided; the code is the decision.',
  closesItsRef,
  defineEvent('review.decided', 'A person has decided a review.', {
    review,
    decision: { from: 'code', meaning: 'As `GET /v1/reviews/{id}` shows it.' },
  }),
)

export const reviewClosed = defineKind(
  'review-closed',
  'A review that nobody has to decide any more; the code says why.',
  closesItsRef,
)

export const reviewKinds = [
  reviewOpened,
  reviewAwaited,
  reviewAwaitsSecond,
  reviewDecided,
  reviewClosed,
] as const
