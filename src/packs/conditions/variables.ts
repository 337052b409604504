// The variables of a pack’s conditions: results of steps, facts, and the transaction.
import type { CelFields, CelType, CelVariables } from '#src/platform/cel/variables.ts'
import type { Facts } from '#src/journey/facts/facts.ts'
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { serviceTypes } from '#src/journey/capabilities/service-values.ts'
import { type Module, ModuleStatus } from '#src/journey/capabilities/module.ts'
import { celTypeOf, personalPaths as personalOf } from '#src/journey/values/cel.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import type { ModuleStep, Pack, RowStep, Step } from '#src/packs/document/pack.ts'
import { isBroughtStep, resultSchemaOf, rowStepsByName } from '#src/packs/document/walk.ts'
import { childSeen } from './children.ts'
import { personalPaths, transactionTypes } from './transaction.ts'

/** The members of a module that conditions need. */
export type SeenModule = Pick<Module, 'key' | 'seen' | 'isSearch' | 'options'> &
  Partial<Pick<Module, 'isSeen' | 'services' | 'messages' | 'result'>>

/** The modules and facts that a process offers to conditions. */
export type Vocabulary = {
  readonly offered: readonly SeenModule[]
  readonly facts: Pick<Facts, 'variables'>
}

type Known = { readonly vocabulary: Vocabulary['offered']; readonly variables: CelVariables }
const known = new WeakMap<Step, Known>()

/** Returns the same object for the same composition, so that an engine is prepared once for it. */
export function variablesOf(
  { root, input }: Pick<Pack, 'root' | 'input'>,
  { offered, facts }: Vocabulary,
): CelVariables {
  const before = known.get(root)
  if (before && before.vocabulary === offered) return before.variables
  const sections: Record<string, CelType> = {}
  for (const [name, step] of rowStepsByName(root)) {
    const found = step.kind === 'module' && offered.find(({ key }) => key === step.module)
    if (step.kind === 'each') sections[name] = resultsType(childSeen)
    else if (isBroughtStep(step)) sections[name] = broughtType(step)
    else if (found && step.kind === 'module') sections[name] = sectionType(found, step)
  }
  const variables = {
    ...sections,
    steps: { record: sections },
    facts: { record: factTypes(facts) },
    transaction: { record: transactionTypes },
    ...(input && { input: celTypeOf(input) }),
  }
  known.set(root, { vocabulary: offered, variables })
  return variables
}

const typesOf = (group: FactGroup): CelFields =>
  Object.fromEntries(Object.entries(group).map(([name, { type }]) => [name, type]))

/**
 * The types of facts by group: those of the vocabulary, whether or not this process has a source for them, and those
 * that sources add.
 */
export function factTypes({ variables }: Vocabulary['facts']): CelVariables {
  const named = Object.entries<FactGroup>(vocabulary).map(
    ([group, fields]) => [group, typesOf(fields)] as const,
  )
  const all = new Map<string, CelFields>(named)
  for (const [group, { record }] of Object.entries(variables))
    all.set(group, { ...record, ...all.get(group) })
  return Object.fromEntries([...all].map(([group, record]) => [group, { record }]))
}

/** The type of a module’s section, in the form of a pack’s answer: `score.results[0].value < 30`. */
const sectionType = ({ seen, services }: SeenModule, step: ModuleStep): CelType => ({
  record: { ...resultsType(seen).record, ...serviceTypes(services, optionsOf(step)) },
})

const resultsType = (seen: CelFields) => ({
  record: { moduleStatus: { oneOf: ModuleStatus.options }, results: { list: { record: seen } } },
})

/** For a step that waits or calls, the type of the one result that is brought to it. */
function broughtType(step: RowStep): CelType {
  const schema = resultSchemaOf(step)
  const moduleStatus = { oneOf: ModuleStatus.options }
  return { record: { moduleStatus, ...(schema && { result: celTypeOf(schema) }) } }
}

/** The paths that a condition of the pack may only compare. */
export function personalIn({ root, input }: Pick<Pack, 'root' | 'input'>): ReadonlySet<string> {
  const brought = [...rowStepsByName(root)].flatMap(([name, step]) => {
    const schema = resultSchemaOf(step)
    const paths = [`${name}.result`, `steps.${name}.result`]
    return schema ? paths.flatMap((at) => personalOf(schema, at)) : []
  })
  return new Set([...personalPaths, ...brought, ...(input ? personalOf(input, 'input') : [])])
}
