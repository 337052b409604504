// Gathers the data that a pack's expressions read: sections of steps, facts, the transaction and the run's input.
import { serviceValues } from '#src/journey/capabilities/service-values.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { isBroughtStep, rowStepsByName } from '#src/packs/document/walk.ts'
import { ConditionFailed, type Expression } from '#src/platform/cel/cel.ts'
import type { Read } from '#src/platform/cel/reads.ts'
import type { EvidenceSource } from './evidence-source.ts'
import { factTypes, type SeenModule, type Vocabulary } from './variables.ts'

/** An expression with the names of the steps that it reads. */
export type Reading = { readonly expression: Expression; readonly names: readonly string[] }

type Context = Readonly<Record<string, unknown>>
export type Gathered = {
  readonly context: Context
  /** Throws ConditionFailed when the expression reads a step in a form that was not recognised. */
  refuse(reading: Reading): void
}

/** Gathers everything that the expressions read, once for all of them. */
export async function gather(
  source: EvidenceSource,
  { root }: Pick<Pack, 'root'>,
  readings: readonly Reading[],
  { offered, facts }: Vocabulary,
): Promise<Gathered> {
  const sections: Record<string, unknown> = {}
  for (const name of new Set(readings.flatMap(({ names }) => names)))
    sections[name] = seenOf(root, name, await source.section(name), offered)
  const reads = readings.flatMap(({ expression }) => expression.reads)
  const groups = groupsRead(reads, Object.keys(factTypes(facts)))
  const given = groups.size > 0 ? await source.facts(groups) : {}
  const isRead = (name: string) => reads.some(([first]) => first === name)
  const context = {
    ...sections,
    steps: sections,
    facts: Object.fromEntries([...groups].map((group) => [group, given[group] ?? {}])),
    transaction: isRead('transaction') ? await source.transaction() : {},
    input: (isRead('input') && (await source.input?.())) || {},
  }
  return {
    context,
    refuse: ({ expression, names }) =>
      refuseUngathered(expression, root, Object.fromEntries(names.map((one) => [one, true]))),
  }
}

/** The section of a step as conditions see it. */
function seenOf(
  root: Step,
  name: string,
  section: ModuleAnswer<unknown>,
  offered: readonly SeenModule[],
) {
  const step = rowStepsByName(root).get(name)
  if (isBroughtStep(step)) {
    const [result] = section.results
    return { moduleStatus: section.moduleStatus, ...(result !== undefined && { result }) }
  }
  // An empty list of children is a result, so a condition about all of them has an answer.
  if (step?.kind === 'each') return asSeen(section, { isSearch: true })
  const module = offered.find(({ key }) => key === step?.module)
  const values = step && serviceValues(module?.services, section, optionsOf(step))
  return { ...asSeen(section, module), ...values }
}

/**
 * A module without results has them absent, unless it is a search, for which an empty result means that nothing was
 * found.
 */
function asSeen(
  { moduleStatus, results }: ModuleAnswer<unknown>,
  { isSearch, isSeen = () => true }: Partial<SeenModule> = {},
) {
  const seen = results.filter((one) => isSeen(one))
  return seen.length > 0 || (isSearch && moduleStatus === 'completed')
    ? { moduleStatus, results: seen }
    : { moduleStatus }
}

/** Throws when an expression reads a section that was not gathered, because that must not count as absent. */
function refuseUngathered({ reads }: Expression, root: Step, own: Readonly<Record<string, true>>) {
  for (const [first, named] of reads) {
    if (first !== 'steps') continue
    if (named === undefined || !rowStepsByName(root).has(named) || !own[named])
      throw new ConditionFailed('no_such_key')
  }
}

function groupsRead(reads: readonly Read[], all: readonly string[]): ReadonlySet<string> {
  const groups = reads.flatMap(([first, group]) =>
    first !== 'facts' ? [] : group === undefined ? all : [group],
  )
  return new Set(groups)
}
