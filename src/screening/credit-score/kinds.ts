import { closeOf, open } from '#src/journey/agenda/effects.ts'
import { defineKind } from '#src/journey/journal/kind.ts'

export const startTask = 'credit-score-start'

/** `ref` is the run; `code` is fresh when what has ended does not count. */
export const creditScoreWanted = defineKind(
  'credit-score-wanted',
  'A run of a pack needs a credit score, and there is none.',
  (tasks, entry) =>
    open(tasks, entry, {
      key: [startTask, entry.ref, entry.seq, entry.code ?? ''].join(':'),
      task: startTask,
      does: 'start credit score',
      waits: 'vendor',
    }),
)

export const creditScoreStarted = defineKind(
  'credit-score-started',
  'What a run of a pack needs was asked for; the code says what came of it.',
  (tasks, { ref }) => closeOf(tasks, ref, startTask),
)

/** `fresh`: what has ended does not count; `again`: what may have been bought is bought again. */
export const readWanted = ({ key }: { readonly key: string }) => ({
  fresh: key.endsWith(':fresh'),
  again: key.endsWith(':again'),
})
