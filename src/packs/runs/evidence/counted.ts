// Selects which results count for a step of a run, when older ones must not. Pure.
import type { Counted } from '#src/journey/facts/facts.ts'
import type { Answers } from '#src/packs/document/interpret.ts'
import type { RowStep, Step } from '#src/packs/document/pack.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import { isRowStep, nameOf, stepsTaken } from '#src/packs/document/walk.ts'
import { withoutTakenBack } from '#src/journey/facts/corrections.ts'
import type { TakenBack } from '#src/journey/transaction/rules.ts'
import type { ModuleRow, Run, ShownRun } from '../rows.ts'

type Begun = Partial<Pick<ModuleRow, 'startedAt' | 'round' | 'afresh' | 'taken'>>

/**
 * The limits for a step. For a fresh step only results after its start count; for a step that is repeated, by the pack
 * or by a person, only results after the start of its round; with a maximum age only results that were younger when the
 * step started, or came during the run.
 */
export function countedFrom(
  run: Pick<Run, 'startedAt'> & Partial<Pick<Run, 'id'>>,
  row: RowStep | undefined,
  { startedAt = null, round = 1, afresh = false, taken = null }: Begun = {},
  takenElsewhere: readonly string[] = [],
): Counted {
  const step = row?.kind === 'module' ? row : undefined
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
    ...(asksAnew && step?.send && { sentFor: [run.id, nameOf(step), round].join(':') }),
    ...(asksAnew && taken !== null && { taken }),
  }
}

/** A result from after the start of the run is never too old. */
const ageLimit = (
  { startedAt: runAt }: Pick<Run, 'startedAt'>,
  stepAt: Date,
  seconds: number,
): Date => new Date(Math.min(runAt.getTime() - 1, stepAt.getTime() - seconds * 1_000))

/** The options by which some existing results do not count; the other options only describe what to request. */
const narrowing = ['kinds', 'challenge', 'channels', 'purpose'] as const

/** Whether the limits leave out any result of the transaction. */
export const isNarrow = ({ options = {}, ...moments }: Counted): boolean =>
  Object.keys(moments).length > 0 || narrowing.some((name) => options[name] !== undefined)

/** For each module’s key, the name of its step that started last. */
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

/** The module or wait of that name on the path that a run with these answers takes. */
export function findStep(root: Step, answers: Answers, name: string): RowStep | undefined {
  for (const [, step] of stepsTaken(root, answers))
    if (isRowStep(step) && nameOf(step) === name) return step
  return undefined
}

/**
 * The limits for a step of a run, by the rows of the run. `takenBack` says for each module since when a correction has
 * made older results obsolete.
 */
export function countsOf(
  root: Step,
  run: ShownRun,
  name: string,
  takenBack: TakenBack = {},
): Counted {
  const step = findStep(root, run.answers, name)
  const taken = takenBy(new Map(Object.entries(run.begun)), name)
  const counted = countedFrom(run, step, run.begun[name], taken)
  return withoutTakenBack(counted, step?.kind === 'module' ? takenBack[step.module] : undefined)
}

/** The questions whose answers other steps of the run have used. */
export const takenBy = (steps: ReadonlyMap<string, Begun>, name: string): string[] =>
  [...steps].flatMap(([other, { taken }]) => (other !== name && taken ? [taken] : []))
