// Decides whether the outcome of a run was a person’s decision at a review step. Pure.
import type { Answers, Stopped } from './interpret.ts'
import type { Step } from './pack.ts'
import { innerSteps, stepsTaken } from './walk.ts'

/**
 * Whether the stop that ended a run is in a branch of a review, or after a review that let the run continue. A stop in
 * a branch of a condition was decided by the condition, unless a review inside the branch came first.
 */
export function isDecidedByPerson(
  root: Step,
  answers: Answers,
  { reason, outcome }: Stopped,
): boolean {
  if (outcome === undefined || outcome === 'review') return false
  const isDecided = ([path, step]: readonly [string, Step]): boolean => {
    if (step.kind === 'review')
      return answers[path] === false && !step.rejected && reason === 'review-rejected'
    if (step.kind !== 'stop' || step.outcome !== outcome || step.reason !== reason) return false
    return hangsOnPerson(root, answers, path)
  }
  return [...stepsTaken(root, answers)].some(isDecided)
}

function hangsOnPerson(root: Step, answers: Answers, path: string): boolean {
  let isPersons = false
  let at = ''
  for (let step: Step | undefined = root; step && at !== path;) {
    const inner: [string, Step][] = innerSteps(step)
    const index = inner.findIndex(([part]) => `${path}/`.startsWith(`${at}${part}/`))
    if (index < 0) return false
    if (step.kind === 'when') isPersons = false
    if (step.kind === 'review') isPersons = true
    if (step.kind === 'sequence') {
      const before = inner.slice(0, index)
      isPersons ||= before.some(([part, one]) => wasAsked(one, answers, at + part))
    }
    at += inner[index]?.[0] ?? ''
    step = inner[index]?.[1]
  }
  return isPersons
}

const wasAsked = (step: Step, answers: Answers, path: string): boolean =>
  [...stepsTaken(step, answers, path)].some(
    ([at, one]) => one.kind === 'review' && answers[at] === true,
  )
