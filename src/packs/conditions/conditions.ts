// Conditions of packs: what they may read, whether they are valid, and what they answer.
import type { Pack, PackFault, RepeatStep, Step, WhenStep } from '#src/packs/document/pack.ts'
import { conditionOf, modulesAsked, modulesById } from '#src/packs/document/condition-modules.ts'
import { type ConditionAnswer, eachStep, stepAt } from '#src/packs/document/walk.ts'
import {
  compilePublished,
  type Condition,
  ConditionFailed,
  ConditionRefused,
  findConditionFaults,
} from '#src/platform/cel/cel.ts'
import type { Allowance } from '#src/platform/cel/budget.ts'
import type { Read } from '#src/platform/cel/reads.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import type { EvidenceSource } from './evidence-source.ts'
import { personalPaths } from './transaction.ts'
import { factTypes, variablesOf, type Vocabulary } from './variables.ts'

/**
 * What keeps a sound composition from being run over the modules and facts offered, none when it can be; `expanded`: with
 * other packs in their places. Pointers begin at the root step.
 */
export function findUnofferedFaults(
  { root, expanded = root }: Pick<Pack, 'root'> & { readonly expanded?: Step },
  vocabulary: Vocabulary,
): PackFault[] {
  const variables = variablesOf(expanded, vocabulary)
  return [...eachStep(root)].flatMap(([pointer, step]) => {
    if (step.kind === 'module' && !vocabulary.offered.some(({ key }) => key === step.module))
      return [{ pointer: `${pointer}/module`, detail: `no module ${step.module} is offered` }]
    if (step.kind !== 'when' && step.kind !== 'repeat') return []
    const { text, field } = conditionOf(step) ?? { text: '', field: 'condition' }
    const at = `${pointer}/${field}`
    const options = { comparedOnly: personalPaths, hidden: hiddenFrom(expanded, step) }
    return findConditionFaults(text, variables, options).map(({ detail, start }) => ({
      pointer: at,
      detail,
      offset: start,
    }))
  })
}

/** Modules that a condition does not name in `of`: it reads them by their step alone. */
function hiddenFrom(root: Step, { of = [] }: WhenStep | RepeatStep): ReadonlySet<string> {
  const all = [...modulesById(root).values()].map(({ module }) => module)
  return new Set(all.filter((module) => !of.includes(module)))
}

type ConditionAt = {
  readonly pack: Pack
  /** A JSON pointer from the root step. */
  readonly path: string
  /** What it costs is taken from there; without one it has a budget of its own. */
  readonly allowance?: Allowance
}

/**
 * What the condition at `path` answers over what `source` gives. Data that are absent leave it `unanswered`, which is
 * never a no, and so does an allowance that is used up.
 */
export async function answerCondition(
  source: EvidenceSource,
  { pack, path, allowance }: ConditionAt,
  vocabulary: Vocabulary,
): Promise<ConditionAnswer> {
  const step = conditionStepAt(pack, path)
  try {
    const condition = compile(pack.root, step, vocabulary)
    const context = await gather(source, pack.root, step, { condition, ...vocabulary })
    return condition.evaluate(context, allowance)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.isUnanswered ? 'unanswered' : 'failed'
  }
}

/** The modules that the condition at `path` asks about. */
export const modulesAskedAt = (pack: Pack, path: string): readonly string[] =>
  modulesAsked(pack.root, conditionStepAt(pack, path))

function conditionStepAt({ name, version, root }: Pack, path: string): WhenStep | RepeatStep {
  const step = stepAt(root, path)
  if (step?.kind === 'when' || step?.kind === 'repeat') return step
  throw new Error(`pack ${name}, version ${version}: no condition at ${path}`)
}

type Gathering = Vocabulary & { readonly condition: Condition }

async function gather(
  source: EvidenceSource,
  root: Step,
  step: WhenStep | RepeatStep,
  { condition, offered, facts }: Gathering,
): Promise<Record<string, unknown>> {
  const sections: Record<string, unknown> = {}
  for (const module of modulesAsked(root, step)) {
    const searches = offered.some(({ key, isSearch }) => key === module && isSearch)
    sections[module] = asSeen(await source.section(module), searches)
  }
  refuseUngathered(condition, root, sections)
  const steps = [...modulesById(root)].map(([id, { module }]) => [id, sections[module]])
  const groups = groupsRead(condition, Object.keys(factTypes(facts)))
  const given = groups.size > 0 ? await source.facts(groups) : {}
  const readsTransaction = condition.reads.some(([first]) => first === 'transaction')
  return {
    ...sections,
    steps: Object.fromEntries(steps),
    facts: Object.fromEntries([...groups].map((group) => [group, given[group] ?? {}])),
    transaction: readsTransaction ? await source.transaction() : {},
  }
}

/** Of a module that brought none the results are absent, unless having looked for them is its result. */
const asSeen = ({ moduleStatus, results }: ModuleAnswer<unknown>, searches: boolean | undefined) =>
  results.length > 0 || (searches && moduleStatus === 'completed')
    ? { moduleStatus, results }
    : { moduleStatus }

/** The module whose section stands at a chain, none where it is something else. */
function modulesAt(root: Step, [first = '', id, ...more]: Read): string[] {
  if (first !== 'steps') return id === undefined ? [first] : []
  const module = id !== undefined && modulesById(root).get(id)?.module
  return module && more.length === 0 ? [module] : []
}

/** Of a module that the text does not name as it must nothing was gathered, which is no sign that there is nothing. */
function refuseUngathered(
  { reads }: Condition,
  root: Step,
  sections: Readonly<Record<string, unknown>>,
): void {
  for (const [first, id] of reads) {
    if (first !== 'steps') continue
    const [module] = id === undefined ? [] : modulesAt(root, [first, id])
    if (module === undefined || !(module in sections)) throw new ConditionFailed('no_such_key')
  }
}

function groupsRead({ reads }: Condition, all: readonly string[]): ReadonlySet<string> {
  const groups = reads.flatMap(([first, group]) =>
    first !== 'facts' ? [] : group === undefined ? all : [group],
  )
  return new Set(groups)
}

/** A version is read once by a process, so its conditions are compiled once. */
const known = new WeakMap<Step, Condition>()

/** What was published held; if the engine has changed its mind since, the failure is ours. */
function compile(root: Step, step: WhenStep | RepeatStep, vocabulary: Vocabulary): Condition {
  try {
    const text = conditionOf(step)?.text ?? ''
    const condition = known.get(step) ?? compilePublished(text, variablesOf(root, vocabulary))
    known.set(step, condition)
    return condition
  } catch (error) {
    throw error instanceof ConditionRefused ? new ConditionFailed('condition_refused') : error
  }
}
