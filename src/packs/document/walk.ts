// Functions that walk a composition.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { answersSchemaOf } from './ask-fields.ts'
import type {
  AskStep,
  CallStep,
  EachStep,
  ModuleStep,
  Pack,
  RowStep,
  Step,
  WaitStep,
} from './pack.ts'

/** The steps directly inside a step, each with its JSON pointer relative to that step. */
export function innerSteps<Key extends string>(step: Step<Key>): [string, Step<Key>][] {
  switch (step.kind) {
    case 'module':
    case 'call':
      return step.fallback ? [['/fallback', step.fallback]] : []
    case 'wait':
    case 'ask':
    case 'each':
    case 'decide':
    case 'stop':
      return []
    case 'pack':
      return step.root ? [['/root', step.root]] : []
    case 'sequence':
    case 'parallel':
      return step.steps.map((inner, index) => [`/steps/${index}`, inner])
    case 'repeat':
      return [['/run', step.run]]
    case 'review':
      return [
        ...(step.approved ? [['/approved', step.approved] satisfies [string, Step<Key>]] : []),
        ...(step.rejected ? [['/rejected', step.rejected] satisfies [string, Step<Key>]] : []),
      ]
    case 'when':
      return [
        ['/run', step.run],
        ...(step.otherwise ? [['/otherwise', step.otherwise] satisfies [string, Step<Key>]] : []),
        ...(step.ifUnanswered
          ? [['/ifUnanswered', step.ifUnanswered] satisfies [string, Step<Key>]]
          : []),
      ]
  }
}

/** The answer of a condition; `unanswered`: its data are absent, `failed`: it could not be computed. */
export type ConditionAnswer = boolean | 'unanswered' | 'failed'

/** The branch of a condition for an answer. */
export const branchOf = (answer: ConditionAnswer): '/run' | '/otherwise' | '/ifUnanswered' =>
  answer === true ? '/run' : answer === false ? '/otherwise' : '/ifUnanswered'

/** The branch of a review for a decision. */
export const branchOfReview = (isApproved: boolean): '/approved' | '/rejected' =>
  isApproved ? '/approved' : '/rejected'

/** The branch of a condition or review for an answer. */
const takenBranch = ({ kind }: Step, answer: ConditionAnswer): string =>
  kind === 'review' ? branchOfReview(answer === true) : branchOf(answer)

const hasBranches = ({ kind }: Step): boolean => kind === 'when' || kind === 'review'

/** The name of a step, or its position where it has none. */
export const nameOfStep = (step: Step, path: string): string =>
  isRowStep(step) ? nameOf(step) : (step.id ?? path)

/** The module steps of a composition, in document order. */
export const moduleSteps = <Key extends string>(step: Step<Key>): ModuleStep<Key>[] => [
  ...(step.kind === 'module' ? [step] : []),
  ...innerSteps(step).flatMap(([, inner]) => moduleSteps(inner)),
]

/** The modules of a composition, in document order without duplicates. */
export const modulesOf = <Key extends string>(step: Step<Key>): Key[] => [
  ...new Set(moduleSteps(step).map(({ module }) => module)),
]

/** A step that waits for time or for somebody, so that no module brings its result. */
export type BroughtStep = WaitStep | CallStep | AskStep

export const isBroughtStep = (step: Step | undefined): step is BroughtStep =>
  step?.kind === 'wait' || step?.kind === 'call' || step?.kind === 'ask'

export const isRowStep = <Key extends string>(step: Step<Key>): step is RowStep<Key> =>
  step.kind === 'module' || step.kind === 'each' || isBroughtStep(step)

/** The names of the steps with rows, without duplicates; two branches may share one. */
export const rowNamesOf = (step: Step): string[] => [...rowStepsByName(step).keys()]

const known = new WeakMap<Step, ReadonlyMap<string, RowStep>>()

/** The steps with rows by their names, found once for a composition, which never changes. */
export function rowStepsByName(root: Step): ReadonlyMap<string, RowStep> {
  const before = known.get(root)
  if (before) return before
  const found = [...eachStep(root)].flatMap(([, step]) =>
    isRowStep(step) ? [[nameOf(step), step] as const] : [],
  )
  const byName = new Map(found)
  known.set(root, byName)
  return byName
}

/** The steps that make a transaction for each element of a list. */
export const eachSteps = (root: Step): EachStep[] =>
  [...rowStepsByName(root).values()].flatMap((step) => (step.kind === 'each' ? [step] : []))

/** The schema of what is brought to a step; undefined for a step to which nothing is. */
export function resultSchemaOf(step: RowStep): ValueSchema | undefined {
  switch (step.kind) {
    case 'wait':
      return step.signal
    case 'call':
      return step.result
    case 'ask':
      return answersSchemaOf(step)
    case 'module':
    case 'each':
      return undefined
  }
}

/** Whether runs of a pack store values beside their evidence: an input, results brought to steps, or outputs. */
export const keepsBrought = ({
  root,
  input,
  output,
}: Pick<Pack, 'root' | 'input' | 'output'>): boolean =>
  input !== undefined ||
  output !== undefined ||
  [...rowStepsByName(root).values()].some((step) => resultSchemaOf(step) !== undefined)

/** The name of a step with a row: its id, or else its module. */
export const nameOf = (step: Pick<ModuleStep, 'id' | 'module'> | Pick<WaitStep, 'id'>): string =>
  'module' in step ? (step.id ?? step.module) : step.id

/** The step at a JSON pointer from the root step; undefined where there is none. */
export function stepAt<Key extends string>(step: Step<Key>, path: string): Step<Key> | undefined {
  if (path === '') return step
  const found = innerSteps(step).find(([part]) => `${path}/`.startsWith(`${part}/`))
  return found && stepAt(found[1], path.slice(found[0].length))
}

/** Whether a position equals the other one or lies inside it. */
export const isInside = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}/`)

/**
 * The steps that a run with these answers reaches. With `isOpen` also the steps that it can still reach, because a
 * condition has no answer yet.
 */
export function* stepsTaken(
  step: Step,
  answers: Readonly<Record<string, ConditionAnswer>>,
  pointer = '',
  isOpen = false,
): Generator<[string, Step]> {
  yield [pointer, step]
  const answer = answers[pointer]
  const isTaken = (part: string) =>
    answer === undefined ? isOpen : part === takenBranch(step, answer)
  for (const [part, inner] of innerSteps(step))
    if (!hasBranches(step) || isTaken(part))
      yield* stepsTaken(inner, answers, pointer + part, isOpen)
}

/** Every step with its JSON pointer from the root step, each before those inside it. */
export function* eachStep(step: Step, pointer = ''): Generator<[string, Step]> {
  yield [pointer, step]
  for (const [part, inner] of innerSteps(step)) yield* eachStep(inner, pointer + part)
}
