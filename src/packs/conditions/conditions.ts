// Evaluates and validates the conditions of packs.
import type { Pack, PackFault, Step } from '#src/packs/document/pack.ts'
import {
  modulesAsked,
  modulesByName,
  namesAsked,
  type Question,
  questionsOf,
} from '#src/packs/document/condition-modules.ts'
import { isAsking, tableAt } from '#src/packs/document/decision-table.ts'
import { type ConditionAnswer, eachStep, moduleNamesOf, stepAt } from '#src/packs/document/walk.ts'
import {
  canNeverHold,
  compilePublished,
  type Condition,
  ConditionFailed,
  ConditionRefused,
  findConditionFaults,
} from '#src/platform/cel/cel.ts'
import { type Allowance, stepsMax } from '#src/platform/cel/budget.ts'
import type { Read } from '#src/platform/cel/reads.ts'
import type { Module, ModuleAnswer } from '#src/journey/capabilities/module.ts'
import type { EvidenceSource } from './evidence-source.ts'
import { personalPaths } from './transaction.ts'
import { factTypes, variablesOf, type Vocabulary } from './variables.ts'

/**
 * The faults that keep a valid composition from running with the offered modules and facts; `expanded` is the
 * composition with other packs in place. Pointers start at the root step.
 */
export function findUnofferedFaults(
  { root, expanded = root }: Pick<Pack, 'root'> & { readonly expanded?: Step },
  vocabulary: Vocabulary,
): PackFault[] {
  const variables = variablesOf(expanded, vocabulary)
  return [...eachStep(root)].flatMap(([pointer, step]) => {
    if (step.kind === 'module' && !vocabulary.offered.some(({ key }) => key === step.module))
      return [{ pointer: `${pointer}/module`, detail: `no module ${step.module} is offered` }]
    return questionsOf(step).flatMap((one) => {
      const options = { comparedOnly: personalPaths, hidden: hiddenFrom(expanded, one) }
      const at = `${pointer}${one.part}/${one.field}`
      const faults = findConditionFaults(one.text, variables, options)
      const isUnless = one.field === 'unless' && faults.length === 0
      if (isUnless && canNeverHold(`!(${one.text})`, variables))
        return [{ pointer: at, detail: 'the row never holds, whatever is known' }]
      return faults.map(({ detail, start }) => ({ pointer: at, detail, offset: start }))
    })
  })
}

/** The steps that a condition does not name in `of`, and may read only as `steps.<name>`. */
function hiddenFrom(root: Step, { of }: Question): ReadonlySet<string> {
  return new Set(moduleNamesOf(root).filter((name) => !of.includes(name)))
}

type ConditionAt = {
  readonly pack: Pack
  /** A JSON pointer from the root step. */
  readonly path: string
  /** The budget from which its steps are taken; by default one of its own. */
  readonly allowance?: Allowance
}

/**
 * Evaluates the condition at `path` over the data of `source`. Absent data, or a used-up budget, leave it `unanswered`,
 * which is never a no.
 */
export async function answerCondition(
  source: EvidenceSource,
  asked: ConditionAt,
  vocabulary: Vocabulary,
): Promise<ConditionAnswer> {
  const [answer = 'failed'] = await answerAll(source, asked, vocabulary)
  return answer
}

/**
 * Evaluates the rows of the table at `path`, in order; a row without a condition answers yes. All rows see the same
 * data and share the budget of one condition.
 */
export async function answerTable(
  source: EvidenceSource,
  { allowance, ...at }: ConditionAt,
  vocabulary: Vocabulary,
): Promise<readonly ConditionAnswer[]> {
  const step = tableAt(at.pack.root, at.path)
  const budget = Math.min(stepsMax, Math.max(0, allowance?.left ?? stepsMax))
  const own: Allowance = { left: budget, isExact: true }
  const answers = await answerAll(source, { ...at, allowance: own }, vocabulary)
  if (allowance) allowance.left -= budget - Math.max(0, own.left)
  const asked = [...answers]
  return step.rows.map((row) => (isAsking(row) ? (asked.shift() ?? 'failed') : true))
}

/** Evaluates each condition of a step over all data that they read, which are gathered once. */
async function answerAll(
  source: EvidenceSource,
  { pack, path, allowance }: ConditionAt,
  vocabulary: Vocabulary,
): Promise<ConditionAnswer[]> {
  const step = askingStepAt(pack, path)
  const { root } = pack
  const all = compileAll(root, step, vocabulary)
  const conditions = all.flatMap(({ condition }) => condition ?? [])
  const sections = await gatherSections(source, root, step, vocabulary)
  const context = await gather(source, sections, { conditions, ...vocabulary })
  return all.map(({ condition, names }) => {
    if (!condition) return 'failed'
    try {
      const own = Object.fromEntries(names.map((one) => [one, sections[one]]))
      refuseUngathered(condition, root, own)
      return condition.evaluate(context, allowance)
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return error.isUnanswered ? 'unanswered' : 'failed'
    }
  })
}

function askingStepAt({ name, version, root }: Pack, path: string): Step {
  const step = stepAt(root, path)
  if (step && (step.kind === 'decide' || questionsOf(step).length > 0)) return step
  throw new Error(`pack ${name}, version ${version}: no condition at ${path}`)
}

/** The modules whose results the conditions of the step at `path` read. */
export function modulesAskedAt(pack: Pack, path: string): readonly string[] {
  const step = askingStepAt(pack, path)
  return modulesAsked(pack.root, questionsOf(step))
}

type Sections = Readonly<Record<string, unknown>>

async function gatherSections(
  source: EvidenceSource,
  root: Step,
  step: Step,
  { offered }: Vocabulary,
): Promise<Sections> {
  const sections: Record<string, unknown> = {}
  const byName = modulesByName(root)
  for (const name of new Set(questionsOf(step).flatMap(namesAsked))) {
    const key = byName.get(name)?.module
    const module = offered.find((one) => one.key === key)
    sections[name] = asSeen(await source.section(name), module)
  }
  return sections
}

type Gathering = Pick<Vocabulary, 'facts'> & { readonly conditions: readonly Condition[] }

async function gather(
  source: EvidenceSource,
  sections: Sections,
  { conditions, facts }: Gathering,
): Promise<Record<string, unknown>> {
  const reads = conditions.flatMap((one) => one.reads)
  const groups = groupsRead(reads, Object.keys(factTypes(facts)))
  const given = groups.size > 0 ? await source.facts(groups) : {}
  const readsTransaction = reads.some(([first]) => first === 'transaction')
  return {
    ...sections,
    steps: sections,
    facts: Object.fromEntries([...groups].map((group) => [group, given[group] ?? {}])),
    transaction: readsTransaction ? await source.transaction() : {},
  }
}

/** A module without results has absent ones, unless it is a search, for which an empty result is a finding. */
function asSeen(
  { moduleStatus, results }: ModuleAnswer<unknown>,
  { isSearch, isSeen = () => true }: Partial<Module> = {},
) {
  const seen = results.filter((one) => isSeen(one))
  return seen.length > 0 || (isSearch && moduleStatus === 'completed')
    ? { moduleStatus, results: seen }
    : { moduleStatus }
}

/** The names of the steps whose section the chain reads; none where it reads something else. */
function namesAt(root: Step, [first = '', name, ...more]: Read): string[] {
  if (first !== 'steps') return name === undefined ? [first] : []
  return name !== undefined && modulesByName(root).has(name) && more.length === 0 ? [name] : []
}

/**
 * Fails where the text reads a step in a form that was not recognised: its section was not gathered, and must not count
 * as absent.
 */
function refuseUngathered(
  { reads }: Condition,
  root: Step,
  sections: Readonly<Record<string, unknown>>,
): void {
  for (const [first, named] of reads) {
    if (first !== 'steps') continue
    const [name] = named === undefined ? [] : namesAt(root, [first, named])
    if (name === undefined || !(name in sections)) throw new ConditionFailed('no_such_key')
  }
}

function groupsRead(reads: readonly Read[], all: readonly string[]): ReadonlySet<string> {
  const groups = reads.flatMap(([first, group]) =>
    first !== 'facts' ? [] : group === undefined ? all : [group],
  )
  return new Set(groups)
}

/** The compiled conditions of a step, cached, because a process reads each version once. */
const known = new WeakMap<Step, readonly Compiled[]>()

/** Without a condition where it cannot be compiled; `names` are the steps whose results it reads. */
type Compiled = { readonly condition?: Condition; readonly names: readonly string[] }

/** Published conditions were valid; if an upgrade of the engine refuses one, that is our failure. */
function compileAll(root: Step, step: Step, vocabulary: Vocabulary): readonly Compiled[] {
  const before = known.get(step)
  if (before) return before
  const variables = variablesOf(root, vocabulary)
  const compiled = questionsOf(step).map((one) => {
    const names = namesAsked(one)
    try {
      const condition = compilePublished(one.text, variables)
      return { condition: one.field === 'unless' ? negated(condition) : condition, names }
    } catch (error) {
      if (error instanceof ConditionRefused) return { names }
      throw error
    }
  })
  known.set(step, compiled)
  return compiled
}

/** A condition without an answer stays without one when negated, because `evaluate` throws. */
const negated = (condition: Condition): Condition => ({
  ...condition,
  evaluate: (context, allowance) => !condition.evaluate(context, allowance),
})
