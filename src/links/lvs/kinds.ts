// The kinds of journal entries of verification links; `ref` is the link, which is open while it has a task
// `link-expire`.
import { closesItsRef, open } from '#src/journey/agenda/effects.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import type { Waiting } from '#src/journey/transaction/rules.ts'
import { defineEvent, defineKind, type Effect, quiet } from '#src/journey/journal/kind.ts'

export const expireTask = 'link-expire'

/** `on` is the step that the person is asked for; without it the earlier value stays. */
const expiresWhenDue =
  (on?: string): Effect =>
  (tasks, entry) => {
    const before = tasks.find(({ task, ref }) => task === expireTask && ref === entry.ref)
    return open(tasks, entry, {
      key: `link:${entry.ref}:expire`,
      task: expireTask,
      does: 'expire verification link',
      waits: 'person',
      on: on ?? before?.on ?? 'verification link',
      ends: true,
      dueAt: entry.dueAt ?? entry.at,
    })
  }

const asks =
  (waits: Waiting, on: string): Effect =>
  (tasks, { ref }) =>
    tasks.map((one) => (one.task === expireTask && one.ref === ref ? { ...one, waits, on } : one))

const sayStep = (step: string): string => `step ${step}`

/** Whether the agenda’s task of a link waits for this step, or, for null, for something other than the person. */
export const isAwaited = ({ waits, on }: Task, step: string | null): boolean =>
  step === null ? waits === 'time' : on === sayStep(step)

const consent = asks('person', 'consent')
/** Continuing on another device asks for no new consent, so the present step stays. */
const asksFirst: Effect = (tasks, entry) =>
  (entry.attempt ?? 1) > 1 ? tasks : consent(tasks, entry)

/** `module` is the step; it is absent when the link waits for something other than the person. */
export const linkAwaits = quiet(
  defineKind(
    'link-awaits',
    'What the link waits for is another thing: a step of the person, or without one what is not theirs.',
    (tasks, entry) =>
      entry.module === null
        ? asks('time', 'what comes before the next step')(tasks, entry)
        : asks('person', sayStep(entry.module))(tasks, entry),
  ),
)

export const linkMade = defineKind(
  'link-made',
  'A verification link was made; it expires when it is due. The code is the version that it is pinned to.',
  expiresWhenDue('opening of the link'),
)

export const linkSuperseded = defineKind(
  'link-superseded',
  'A newer link has replaced it; the reason is the newer one.',
  closesItsRef,
)

export const linkOpened = defineKind(
  'link-opened',
  'A person began on a device, or went on with another one; the attempt counts the devices.',
  asksFirst,
)

export const linkConsented = defineKind(
  'link-consented',
  'The person has agreed to what is asked; the code is the version of the text that was shown.',
)

export const linkRefused = defineKind(
  'link-refused',
  'The person did not agree; the link stays as it was.',
  consent,
)

export const linkDisowned = defineKind(
  'link-disowned',
  'The person said that the request is not theirs.',
)

export const linkStepTried = defineKind(
  'link-step-tried',
  'The person has sent what a step asks; the attempt counts how often.',
)

export const linkStepClosed = defineKind(
  'link-step-closed',
  'A step of the link is done with; the code says how.',
)

export const linkStepReopened = defineKind(
  'link-step-reopened',
  'The person has taken up a step that they had given up.',
)

export const linkHeld = defineKind(
  'link-held',
  'It would have expired, and waits for the decision of a review; it is looked at again when it is due.',
  expiresWhenDue(),
)

export const linkWithdrawn = defineKind(
  'link-withdrawn',
  'The person has taken back what they agreed to; the attempt counts what was deleted, the reason is the receipt.',
  consent,
)

export const linkStepReviewed = defineKind(
  'link-step-reviewed',
  'A person has decided a step that was inconclusive; the code says how, the reason is the score from then on.',
)

export const linkCompleted = defineKind(
  'link-completed',
  'The person is done; the code is the score.',
  closesItsRef,
  defineEvent('link.completed', 'The person is done with a verification link.', {
    link: { from: 'ref', meaning: 'The id of the link.' },
    score: { from: 'code', isNumber: true, meaning: 'The score of the link.' },
  }),
)

export const linkExpired = defineKind('link-expired', 'The link has expired.', closesItsRef)

export const linkKinds = [
  linkAwaits, linkMade, linkSuperseded, linkOpened, linkConsented, linkRefused, linkDisowned,
  linkStepTried, linkStepClosed, linkStepReopened, linkHeld, linkWithdrawn, linkStepReviewed,
  linkCompleted, linkExpired,
] as const // prettier-ignore
