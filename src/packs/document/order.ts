// Checks the order of a composition: conditions read only steps that have certainly ended, and no step comes after a
// stop.
import { namesAsked, questionsOf, sentBy } from './condition-modules.ts'
import type { PackFault, Step } from './pack.ts'
import { isAsking } from './decision-table.ts'
import { innerSteps, nameOf, rowNamesOf } from './walk.ts'

/** The names of the steps that have certainly ended at the end of a step, or `stopped` if no path reaches it. */
type Ended = ReadonlySet<string> | 'stopped'

export function findOrderFaults(root: Step): PackFault[] {
  const faults: OrderFault[] = []
  follow(root, '', new Set(), faults)
  const names = rowNamesOf(root)
  return faults.map(({ asked, ...fault }) => ({ ...fault, ...sayAbsent(asked, names) }))
}

/** `asked` is the step that the condition reads. */
type OrderFault = PackFault & { readonly asked?: string }

/** An unknown name is reported differently from a step that comes later. */
const sayAbsent = (asked: string | undefined, names: readonly string[]) =>
  asked !== undefined && !names.includes(asked)
    ? { detail: `there is no step ${asked}; there are: ${names.join(', ')}` }
    : {}

function follow(
  step: Step,
  pointer: string,
  ended: ReadonlySet<string>,
  faults: OrderFault[],
): Ended {
  const inner = innerSteps(step)
  switch (step.kind) {
    case 'module':
    case 'call':
      ask(step, pointer, ended, faults)
      // A fallback has ended with its module, or will never start.
      return inner.reduce<Ended>(
        (now, [part, one]) => (now === 'stopped' ? now : follow(one, pointer + part, now, faults)),
        new Set([...ended, nameOf(step)]),
      )
    case 'wait':
    case 'ask':
    case 'each':
      ask(step, pointer, ended, faults)
      return new Set([...ended, step.id])
    case 'sequence':
    case 'pack':
      return followSequence(inner, pointer, ended, faults)
    case 'parallel':
      return all(inner.map(([part, branch]) => follow(branch, pointer + part, ended, faults)))
    case 'when': {
      ask(step, pointer, ended, faults)
      const ways = inner.map(([part, one]) => follow(one, pointer + part, ended, faults))
      // The step is also passed without taking a branch.
      const isPassed = !step.otherwise || step.unanswered === 'continue'
      return [...ways, ...(isPassed ? [ended] : [])].reduce(either)
    }
    case 'review': {
      const ways = inner.map(([part, one]) => follow(one, pointer + part, ended, faults))
      // Without a branch for it, an approval continues and a rejection ends the run.
      return [...ways, ...(step.approved ? [] : [ended])].reduce<Ended>(either, 'stopped')
    }
    case 'repeat': {
      const run = follow(step.run, `${pointer}/run`, ended, faults)
      if (run === 'stopped')
        faults.push({ pointer, detail: 'a repeat step never comes to its question' })
      else ask(step, pointer, run, faults)
      return run
    }
    case 'decide':
      ask(step, pointer, ended, faults)
      return step.rows.every(isAsking) ? ended : 'stopped'
    case 'stop':
      return 'stopped'
  }
}

function ask(step: Step, pointer: string, ended: ReadonlySet<string>, faults: OrderFault[]): void {
  for (const one of [...questionsOf(step), ...sentBy(step)])
    for (const name of namesAsked(one)) {
      if (ended.has(name)) continue
      const index = one.of.indexOf(name)
      const at = index < 0 ? `${one.part}/${one.field}` : `/of/${index}`
      const detail = `it asks about ${name} before that has ended`
      faults.push({ pointer: pointer + at, detail, asked: name })
    }
}

function followSequence(
  steps: readonly [string, Step][],
  pointer: string,
  ended: ReadonlySet<string>,
  faults: OrderFault[],
): Ended {
  let now: Ended = ended
  for (const [part, step] of steps) {
    if (now === 'stopped') {
      faults.push({ pointer: pointer + part, detail: `a ${step.kind} step follows a stop` })
      return now
    }
    now = follow(step, pointer + part, now, faults)
  }
  return now
}

function all(branches: readonly Ended[]): Ended {
  const ended = new Set<string>()
  for (const branch of branches) {
    if (branch === 'stopped') return branch
    for (const key of branch) ended.add(key)
  }
  return ended
}

function either(one: Ended, other: Ended): Ended {
  if (one === 'stopped') return other
  if (other === 'stopped') return one
  return new Set([...one].filter((key) => other.has(key)))
}
