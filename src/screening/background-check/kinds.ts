import { closeOf, open } from '#src/journey/agenda/effects.ts'
import { defineKind, quiet } from '#src/journey/journal/kind.ts'

export const startTask = 'background-check-start'

/** `ref` is the run; `code` is fresh when what has ended does not count, further when the register has named others. A task asks, because it can set money aside and a run cannot. */
export const backgroundCheckWanted = defineKind(
  'background-check-wanted',
  'A run of a pack needs a background check, and there is none.',
  (tasks, entry) =>
    open(tasks, entry, {
      key: [startTask, entry.ref, entry.seq, entry.code ?? ''].join(':'),
      task: startTask,
      does: 'start background check',
      waits: 'vendor',
    }),
)

export const backgroundCheckStarted = defineKind(
  'background-check-started',
  'What a run of a pack needs was asked for; the code says what came of it.',
  (tasks, { ref }) => closeOf(tasks, ref, startTask),
)

/** What was asked for is under way: its end is an entry of its own, and a run that waits need not look before. */
export const backgroundCheckUnderWay = quiet(backgroundCheckStarted)

/** `fresh`: what has ended does not count; `again`: what may have been bought is bought again. */
export const readWanted = ({ key }: { readonly key: string }) => ({
  fresh: key.endsWith('fresh'),
  again: key.endsWith(':again'),
})

/** Only about whom the register alone names: all else was asked for before. */
export const isFurther = ({ key }: { readonly key: string }): boolean => key.includes(':further')
