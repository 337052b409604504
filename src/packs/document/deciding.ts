// Finds the condition of a composition that led a run to its present position. Pure.
import type { Answers, StepPath } from './interpret.ts'
import type { Step } from './pack.ts'
import { questionsOf } from './condition-modules.ts'
import { nameAt, verdictOfTable } from './decision-table.ts'
import { innerSteps, stepsTaken } from './walk.ts'

type Ended = {
  readonly answers: Answers
  readonly stopReason: string | null
  readonly unansweredStep: string | null
}

/** The position of the condition or row that ended a run; undefined when the stop was unconditional. */
export function decidingPath(
  root: Step,
  { answers, stopReason, unansweredStep }: Ended,
): StepPath | undefined {
  const taken = [...stepsTaken(root, answers)]
  if (unansweredStep !== null)
    return taken
      .flatMap(([path, step]) => [path, ...questionsOf(step).map(({ part }) => path + part)])
      .find((path) => nameAt(root, path) === unansweredStep)
  for (const [path, step] of taken) {
    const verdict = step.kind === 'decide' && verdictOfTable(step, path, answers)
    if (verdict && verdict.reason === stopReason) return verdict.row
    const isStop = step.kind === 'stop' && step.reason === stopReason
    const around = isStop ? conditionAround(root, path) : undefined
    if (around !== undefined) return around
  }
  return undefined
}

/** The innermost condition that has the position in one of its branches. */
export function conditionAround(root: Step, place: StepPath): StepPath | undefined {
  let found: StepPath | undefined
  let path = ''
  for (let step: Step | undefined = root; step && path !== place;) {
    const inner: [string, Step][] = innerSteps(step)
    const next = inner.find(([part]) => `${place}/`.startsWith(`${path}${part}/`))
    if (step.kind === 'when' && next) found = path
    path += next?.[0] ?? ''
    step = next?.[1]
  }
  return found
}
