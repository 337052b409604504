// A pack is a document: a versioned, immutable composition of modules that survives JSON. These
// combinators write it with types, Postgres keeps one row per version, and commits interpret the
// version that a run is pinned to. Types and plain functions only.

/** A module as a composition names it; each capability exports its own from `rules.ts`. */
export type ModuleRef<Key extends string = string> = { readonly key: Key }

export type Step<Key extends string = string> =
  | ModuleStep<Key>
  | { readonly kind: 'sequence' | 'parallel'; readonly steps: readonly Step<Key>[] }
  | WhenStep<Key>
  | { readonly kind: 'stop'; readonly reason: string }

type ModuleStep<Key extends string> = ModuleOptions & {
  readonly kind: 'module'
  readonly module: Key
}
type ModuleOptions = {
  readonly deadlineSeconds?: number
  /** What a technical failure does to the pack; without it the pack goes on. */
  readonly onFailure?: 'continue' | 'stop'
}

type WhenStep<Key extends string> = {
  readonly kind: 'when'
  readonly of: readonly Key[]
  /** CEL over the results of `of`. */
  readonly condition: string
  readonly run: Step<Key>
  readonly otherwise?: Step<Key>
}

export type Pack<Name extends string = string, Key extends string = string> = {
  readonly name: Name
  readonly version: number
  readonly root: Step<Key>
}

export const module = <Key extends string>(
  { key }: ModuleRef<Key>,
  options: ModuleOptions = {},
): Step<Key> => ({ kind: 'module', module: key, ...options })

export const sequence = <Key extends string>(...steps: readonly Step<Key>[]): Step<Key> => ({
  kind: 'sequence',
  steps,
})

export const parallel = <Key extends string>(...steps: readonly Step<Key>[]): Step<Key> => ({
  kind: 'parallel',
  steps,
})

export const when = <Asked extends string, Run extends string, Other extends string = never>(
  of: readonly ModuleRef<Asked>[],
  condition: string,
  run: Step<Run>,
  otherwise?: Step<Other>,
): Step<Asked | Run | Other> => ({
  kind: 'when',
  of: of.map(({ key }) => key),
  condition,
  run,
  ...(otherwise && { otherwise }),
})

/** Ends the pack with a reason code; steps that have begun beside it are awaited. */
export const stop = (reason: string): Step<never> => ({ kind: 'stop', reason })

/**
 * A change to a composition is a new version: a published version never changes.
 * Throws an Error that lists every fault of the composition.
 */
export function definePack<const Name extends string, Key extends string>(
  name: Name,
  version: number,
  root: Step<Key>,
): Pack<Name, Key> {
  const problems = findProblems(root)
  if (problems.length > 0)
    throw new Error(`pack ${name}, version ${version}: ${problems.join('; ')}`)
  return { name, version, root }
}

/** The steps directly inside a step, each with its JSON pointer relative to that step. */
export function innerSteps<Key extends string>(step: Step<Key>): [string, Step<Key>][] {
  switch (step.kind) {
    case 'module':
    case 'stop':
      return []
    case 'sequence':
    case 'parallel':
      return step.steps.map((inner, index) => [`/steps/${index}`, inner])
    case 'when':
      return [
        ['/run', step.run],
        ...(step.otherwise ? [['/otherwise', step.otherwise] satisfies [string, Step<Key>]] : []),
      ]
  }
}

/** The modules of a composition, in the order in which they are written. */
export function modulesOf<Key extends string>(step: Step<Key>): Key[] {
  return step.kind === 'module'
    ? [step.module]
    : innerSteps(step).flatMap(([, inner]) => modulesOf(inner))
}

/** What keeps a composition from being run. A document written as YAML or JSON passes here too. */
export const findProblems = (root: Step): string[] => findFaults(root).map(({ detail }) => detail)

/** A fault of a composition; `pointer` is a JSON pointer from its root step. */
export type PackFault = { readonly pointer: string; readonly detail: string }

const stepsMax = 200
const levelsMax = 20

/** The faults of a composition with their places, none when it can be run. */
export function findFaults(root: Step): PackFault[] {
  const tooLarge = measure(root)
  if (tooLarge) return [tooLarge]
  const faults: PackFault[] = []
  const named = new Set<string>()
  eachStep(root, '', (step, pointer) => {
    if (step.kind === 'module' && named.size === named.add(step.module).size)
      faults.push({ pointer, detail: `${step.module} is named twice` })
    const detail = faultOf(step)
    if (detail) faults.push({ pointer, detail })
  })
  if (named.size === 0) faults.push({ pointer: '', detail: 'it has no module' })
  follow(root, '', new Set(), faults)
  return faults
}

/** Walks without recursion, so that a hostile document cannot exhaust the stack. */
function measure(root: Step): PackFault | undefined {
  const open = [{ step: root, pointer: '', level: 1 }]
  for (let count = 1; ; count++) {
    const at = open.pop()
    if (!at) return undefined
    const { step, pointer, level } = at
    if (level > levelsMax) return { pointer, detail: `it is more than ${levelsMax} levels deep` }
    if (count > stepsMax) return { pointer: '', detail: `it has more than ${stepsMax} steps` }
    for (const [place, inner] of innerSteps(step))
      open.push({ step: inner, pointer: pointer + place, level: level + 1 })
  }
}

function eachStep(step: Step, pointer: string, visit: (step: Step, pointer: string) => void) {
  visit(step, pointer)
  for (const [place, inner] of innerSteps(step)) eachStep(inner, pointer + place, visit)
}

const deadlineSecondsMax = 31 * 24 * 3600

/** What is wrong with a step by itself, wherever it stands. */
function faultOf(step: Step): string | undefined {
  switch (step.kind) {
    case 'module':
      return isDeadline(step.deadlineSeconds)
        ? undefined
        : `the deadline of ${step.module} is not a whole number of seconds up to 31 days`
    case 'sequence':
    case 'parallel':
      return step.steps.length > 0 ? undefined : `a ${step.kind} step is empty`
    case 'when':
      return step.of.length > 0 ? undefined : 'a when step asks about no module'
    case 'stop':
      // Codes alone stand in histories and journals, so a reason may carry no prose.
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(step.reason) && step.reason.length <= 64
        ? undefined
        : 'the reason of a stop step is not a code of small letters, digits and hyphens'
  }
}

const isDeadline = (seconds: number | undefined): boolean =>
  seconds === undefined ||
  (Number.isInteger(seconds) && seconds >= 1 && seconds <= deadlineSecondsMax)

/** The modules that have surely ended at the end of a step, or `stopped` if no path gets there. */
type Ended = ReadonlySet<string> | 'stopped'

function follow(
  step: Step,
  pointer: string,
  ended: ReadonlySet<string>,
  faults: PackFault[],
): Ended {
  switch (step.kind) {
    case 'module':
      return new Set([...ended, step.module])
    case 'sequence':
      return followSequence(step, pointer, ended, faults)
    case 'parallel':
      return all(
        innerSteps(step).map(([at, branch]) => follow(branch, pointer + at, ended, faults)),
      )
    case 'when': {
      for (const key of step.of)
        if (!ended.has(key))
          faults.push({ pointer, detail: `it asks about ${key} before that has ended` })
      const run = follow(step.run, `${pointer}/run`, ended, faults)
      return step.otherwise
        ? either(run, follow(step.otherwise, `${pointer}/otherwise`, ended, faults))
        : either(run, ended)
    }
    case 'stop':
      return 'stopped'
  }
}

function followSequence(
  sequence: Step,
  pointer: string,
  ended: ReadonlySet<string>,
  faults: PackFault[],
): Ended {
  let now: Ended = ended
  for (const [place, step] of innerSteps(sequence)) {
    if (now === 'stopped') {
      faults.push({ pointer: pointer + place, detail: `a ${step.kind} step follows a stop` })
      return now
    }
    now = follow(step, pointer + place, now, faults)
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
