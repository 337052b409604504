// The kinds of journal entries of examinations; `ref` is the submission, `module` its capability.
import { closesItsRef, open } from '#src/journey/agenda/effects.ts'
import { defineEvent, defineKind } from '#src/journey/journal/kind.ts'

export const expireTask = 'examination-expire'
export const examineTask = (module: string): string => `examine-${module}`

/** The descriptions of the tasks, for operators. */
const does: Readonly<Record<string, string>> = {
  liveness: 'judge liveness',
  redoc: 'read document',
  'biometrics-score': 'compare faces',
}

/**
 * `dueAt`: the deadline of the engines in wall time, so that moving the transaction's clock does not end the
 * examination.
 */
export const examinationTaken = defineKind(
  'examination-taken',
  'Images were stored for the engines to look at.',
  (tasks, entry) => {
    const { ref, module, seq, dueAt, at } = entry
    const key = (task: string) => `${task}:${ref}:${seq}`
    const examine = examineTask(module ?? '')
    const opened = open(tasks, entry, {
      key: key(examine),
      task: examine,
      does: does[module ?? ''] ?? `examine ${module}`,
      waits: 'engine',
      lane: 'engine',
    })
    return open(opened, entry, {
      key: key(expireTask),
      task: expireTask,
      does: `end wait for engines of ${module}`,
      waits: 'engine',
      dueAt: dueAt ?? at,
      leased: true,
    })
  },
)

const examined = {
  submission: { from: 'ref', meaning: 'The id of what was sent.' },
  outcome: { from: 'code', meaning: 'What was seen, as a code of the timeline.' },
} as const

export const examinationDone = defineKind(
  'examination-done',
  'The engines have looked at the images; the outcome is their answer.',
  closesItsRef,
  defineEvent(
    'document.recognised',
    'The images of a document were read.',
    examined,
    ({ module }) => module === 'redoc',
  ),
  defineEvent(
    'liveness.judged',
    'It was judged whether a living person was before the camera.',
    examined,
    ({ module }) => module === 'liveness',
  ),
)

export const examinationFailed = defineKind(
  'examination-failed',
  'The images could not be looked at, for a technical reason: it says nothing about a person.',
  closesItsRef,
)

export const livenessChallengeIssued = defineKind(
  'liveness-challenge-issued',
  'What is to be done before the camera was chosen.',
)

export const examinationKinds = [
  examinationTaken,
  examinationDone,
  examinationFailed,
  livenessChallengeIssued,
] as const
