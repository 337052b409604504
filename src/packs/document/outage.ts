// An outage never approves: if a module that was read failed or has not ended, a person decides about the approval.
// Pure.
import { modulesOfFacts, namesAsked, type Question, questionsOf } from './condition-modules.ts'
import type { RowStep, Step } from './pack.ts'
import { nameAt } from './decision-table.ts'
import { type ConditionAnswer, eachStep, isInside, isRowStep, nameOf, stepsTaken } from './walk.ts'

/**
 * `rounds` lists repeat steps with more than one round; the conditions of earlier rounds are no longer in `answers`.
 */
type Asked = {
  readonly answers: Readonly<Record<string, ConditionAnswer>>
  readonly rounds?: Readonly<Record<string, number>>
}

/**
 * The name of the first condition or row that read results or facts of a failed or running step, on the way to an
 * approval; undefined where none did. Conditions before a person’s approval on that way do not count, because the
 * person decided.
 */
export function findOutage(
  root: Step,
  { answers, rounds = {} }: Asked,
  place: string,
  isOut: (step: RowStep) => boolean,
): string | undefined {
  /** Names of steps, for results, and keys of modules, for facts. */
  const [out, modules] = [new Set<string>(), new Set<string>()]
  let asked = ''
  for (const [path, step] of stepsTaken(root, answers)) {
    if (isRowStep(step) && isOut(step)) {
      out.add(nameOf(step))
      if (step.kind === 'module') modules.add(step.module)
    }
    if (step.kind === 'review' && isInside(place, `${path}/approved`)) asked = `${path}/approved`
  }
  if (out.size === 0) return undefined
  const isAsked = (at: string) =>
    answers[at] !== undefined ||
    Object.entries(rounds).some(([path, round]) => round > 1 && isInside(at, path))
  const hasReadOne = (one: Question) =>
    modulesOfFacts(one.text).some((module) => modules.has(module)) ||
    namesAsked(one).some((name) => out.has(name))
  for (const [path, step] of eachStep(root))
    for (const one of questionsOf(step)) {
      const at = path + one.part
      if (isInside(at, asked) && isAsked(at) && !isBehindRow(at, place) && hasReadOne(one))
        return nameAt(root, at)
    }
  return undefined
}

/** All rows of a table are evaluated at once, but rows after the approving one have decided nothing. */
function isBehindRow(path: string, place: string): boolean {
  const [one, other] = [path, place].map((at) => /^(.*)\/rows\/(\d+)$/.exec(at))
  return one?.[1] !== undefined && one[1] === other?.[1] && Number(one[2]) > Number(other[2])
}
