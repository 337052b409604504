// Selects what counts for a step of a run, where that is not everything. Pure.
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
 * For a fresh step only what came after it started; for a repeated step, or one that a person wants repeated, only what
 * came after its round started; for a step with a maximum age only what was younger then, or came during the run.
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

/** What came after the start of the run is never too old. */
const ageLimit = (
  { startedAt: runAt }: Pick<Run, 'startedAt'>,
  stepAt: Date,
  seconds: number,
): Date => new Date(Math.min(runAt.getTime() - 1, stepAt.getTime() - seconds * 1_000))

/** The options that exclude some existing results; the others only describe what is requested. */
const narrowing = ['kinds', 'challenge', 'channels', 'purpose'] as const

/** Whether less than everything of the transaction counts. */
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

/** What counts for a step of a run, by its rows; `takenBack` by module, since when what came before counts no more. */
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
