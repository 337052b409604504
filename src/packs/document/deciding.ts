// Which condition of a composition has led a run to where it stands. Pure.
import type { Answers, StepPath } from './interpret.ts'
import type { Step } from './pack.ts'
import { innerSteps, nameOfStep, stepsTaken } from './walk.ts'

type Ended = {
  readonly answers: Answers
  readonly stopReason: string | null
  readonly unansweredStep: string | null
}

/** The place of the condition by which a run has ended; undefined where none decided: its stop was reached anyway. */
export function decidingPath(
  root: Step,
  { answers, stopReason, unansweredStep }: Ended,
): StepPath | undefined {
  const taken = [...stepsTaken(root, answers)]
  if (unansweredStep !== null)
    return taken.find(([path, step]) => nameOfStep(step, path) === unansweredStep)?.[0]
  const stops = taken.filter(([, step]) => step.kind === 'stop' && step.reason === stopReason)
  return stops.map(([path]) => conditionAround(root, path)).find((path) => path !== undefined)
}

/** The innermost condition in whose branch a place stands. */
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
