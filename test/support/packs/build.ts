// Builds packs in TypeScript for tests; the result is the document that a YAML file would hold.
import type {
  DecideRow,
  DecideStep,
  ModuleOptions,
  ModuleStep,
  Pack,
  Step,
  SubPackStep,
} from '#src/packs/document/pack.ts'
import type { ModuleRef } from '#src/journey/capabilities/module.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import { PackDocument } from '#src/packs/document/schema/schema.ts'

export const module = <Key extends string, Fallback extends string = never>(
  { key }: ModuleRef<Key>,
  options: ModuleOptions<Fallback> = {},
): ModuleStep<Key | Fallback> => ({ kind: 'module', module: key, ...options })

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

export const repeat = <Asked extends string, Run extends string>(
  run: Step<Run>,
  until: { readonly of: readonly ModuleRef<Asked>[]; readonly holds: string },
  timesMax: number,
): Step<Asked | Run> => ({
  kind: 'repeat',
  timesMax,
  of: until.of.map(({ key }) => key),
  until: until.holds,
  run,
})

/** A step that runs a published version of another pack. */
export const subPack = <Key extends string>({
  name,
  version,
  root,
}: Pack<string, Key>): Step<Key> => ({ kind: 'pack', pack: name, version, root })

/** A decision table: the first row that applies ends the pack. */
export const decide = (...rows: readonly DecideRow[]): DecideStep => ({ kind: 'decide', rows })

/** Ends the pack with an outcome and its reason, both codes; steps that are no longer needed are cancelled. */
export const stop = (outcome: string, reason: string): Step<never> => ({
  kind: 'stop',
  outcome,
  reason,
})

/** Throws an Error that lists every fault of the composition. */
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

export const findProblems = (root: Step): string[] => findFaults(root).map(({ detail }) => detail)

/** The document that is stored: it names other packs and does not contain them. */
export function toDocument(root: Step): PackDocument {
  const text = JSON.stringify({ root }, (_key, value: unknown) =>
    isSubPack(value) ? { ...value, root: undefined } : value,
  )
  return PackDocument.parse(JSON.parse(text))
}

const isSubPack = (value: unknown): value is SubPackStep =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'pack'
