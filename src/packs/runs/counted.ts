// What counts for a step of a run, where not all that there is does. Pure.
import type { Counted } from '#src/journey/facts/facts.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { ModuleStep, Step } from '#src/packs/document/pack.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import { nameOf, stepsTaken } from '#src/packs/document/walk.ts'
import type { ModuleRow, Run } from './rows.ts'

type Begun = Partial<Pick<ModuleRow, 'startedAt' | 'round' | 'afresh' | 'taken'>>

/**
 * Of a fresh step what came after it began, and of a repeated one, or one that a person wants anew, what came after its
 * round did; of one with an age what was younger then, and whatever came in the run.
 */
export function countedFrom(
  run: Pick<Run, 'startedAt'>,
  step: ModuleStep | undefined,
  { startedAt = null, round = 1, afresh = false, taken = null }: Begun = {},
  takenElsewhere: readonly string[] = [],
): Counted {
  const options = step && optionsOf(step)
  const demanded = options ? { options } : {}
  if (startedAt === null) return demanded
  const isFresh = step?.fresh === true || afresh
  const youngest =
    step?.maxAgeSeconds === undefined ? undefined : ageLimit(run, startedAt, step.maxAgeSeconds)
  const since = isFresh || round > 1 ? startedAt : youngest
  const boughtSince = isFresh ? startedAt : youngest
  const asksAnew = isFresh || options?.['purpose'] !== undefined
  return {
    ...demanded,
    ...(since && { since }),
    ...(boughtSince && { boughtSince }),
    ...(asksAnew && { askedSince: startedAt, takenElsewhere }),
    ...(asksAnew && taken !== null && { taken }),
  }
}

/** What came after the run began is never too old. */
const ageLimit = (
  { startedAt: runAt }: Pick<Run, 'startedAt'>,
  stepAt: Date,
  seconds: number,
): Date => new Date(Math.min(runAt.getTime() - 1, stepAt.getTime() - seconds * 1_000))

/** What of `with` leaves out some of what there is; the rest says what is asked for. */
const narrowing = ['kinds', 'challenge', 'channels', 'purpose'] as const

/** Whether not all counts that the transaction has. */
export const isNarrow = ({ options = {}, ...moments }: Counted): boolean =>
  Object.keys(moments).length > 0 || narrowing.some((name) => options[name] !== undefined)

/** By the key of a module the name of its step that has begun last. */
export function lastBegun(
  rows: Iterable<Pick<ModuleRow, 'step' | 'startedAt'>>,
  moduleOf: (name: string) => string | undefined,
): ReadonlyMap<string, string> {
  const last = new Map<string, string>()
  const begun = [...rows].filter(({ startedAt }) => startedAt !== null)
  for (const { step } of begun.toSorted((a, b) => Number(a.startedAt) - Number(b.startedAt))) {
    const module = moduleOf(step)
    if (module !== undefined) last.set(module, step)
  }
  return last
}

/** How the document says that a step of a module runs, where a run with these answers comes to it. */
export function findStep(root: Step, answers: Answers, name: string): ModuleStep | undefined {
  for (const [, step] of stepsTaken(root, answers))
    if (step.kind === 'module' && nameOf(step) === name) return step
  return undefined
}

/** The questions that other steps of the run have taken. */
export const takenBy = (steps: ReadonlyMap<string, Begun>, name: string): string[] =>
  [...steps].flatMap(([other, { taken }]) => (other !== name && taken ? [taken] : []))
