// An outage never approves: what has failed, or has not ended, and was asked about leaves an approval to a person. Pure.
import { modulesOfFacts, namesAsked, type Question, questionsOf } from './condition-modules.ts'
import type { ModuleStep, Step } from './pack.ts'
import { nameAt } from './decision-table.ts'
import { type ConditionAnswer, eachStep, isInside, nameOf, stepsTaken } from './walk.ts'

/** `rounds`: of repetitions where there was more than one; what an earlier round has asked is in no answer any more. */
type Asked = {
  readonly answers: Readonly<Record<string, ConditionAnswer>>
  readonly rounds?: Readonly<Record<string, number>>
}

/**
 * The name of the first condition or row that has read the results or facts of a module that is out, for an approval
 * at a place; undefined where none has. What was asked before a person's approval that leads there is the person's.
 */
export function findOutage(
  root: Step,
  { answers, rounds = {} }: Asked,
  place: string,
  isOut: (step: ModuleStep) => boolean,
): string | undefined {
  /** Of steps their names, and of facts the keys of modules. */
  const [out, modules] = [new Set<string>(), new Set<string>()]
  let asked = ''
  for (const [path, step] of stepsTaken(root, answers)) {
    if (step.kind === 'module' && isOut(step)) {
      out.add(nameOf(step))
      modules.add(step.module)
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

/** Rows of a table are all asked at once; those behind the one that approves have decided nothing. */
function isBehindRow(path: string, place: string): boolean {
  const [one, other] = [path, place].map((at) => /^(.*)\/rows\/(\d+)$/.exec(at))
  return one?.[1] !== undefined && one[1] === other?.[1] && Number(one[2]) > Number(other[2])
}
