// Looks up the packs that the children of a step run, because their scopes and the number of their own children count
// for the parent's pack.
import { childrenMax, childrenMaxDefault, pinsOf } from './faults/each-faults.ts'
import type { EachStep, PackFault, Step } from './pack.ts'
import { stepsWithPurpose } from './purpose.ts'
import { eachSteps, modulesOf, nameOf, rowStepsByName } from './walk.ts'

/**
 * The composition of a published version; undefined when there is none; `input` when it needs values, which a child
 * would not get.
 */
export type FindRoot = (name: string, version: number) => Promise<Step | 'input' | undefined>

/** A pack that waits only for the link's own result would make a child's link wait for itself. */
const linkModule = 'linkBiometrics'
/**
 * The modules that a link asks by messages. Their purpose would have to come from the link, and a child's link has
 * none.
 */
const messageModules = ['emailToken', 'phoneConfirmation']

export async function expandEach(
  step: EachStep,
  find: FindRoot,
): Promise<{ readonly step: EachStep; readonly faults: readonly PackFault[] }> {
  const faults: PackFault[] = []
  const modules = new Set<string>()
  let most = 1
  for (const [pointer, pin] of pinsOf(step)) {
    const [name = '', version] = pin.split('@')
    const root = await find(name, Number(version))
    const fault = faultOf(step, root)
    if (fault !== undefined) faults.push({ pointer, detail: fault })
    if (!root || root === 'input') continue
    for (const module of modulesRun(root)) modules.add(module)
    most = Math.max(most, countChildren(root))
  }
  const children = (step.max ?? childrenMaxDefault) * most
  if (children > childrenMax)
    faults.push({
      pointer: '/max',
      detail: `with those of its children’s own lists it would make more than ${childrenMax} transactions`,
    })
  return { step: { ...step, modules: [...modules].toSorted(), children }, faults }
}

function faultOf({ link }: EachStep, root: Step | 'input' | undefined): string | undefined {
  if (!root) return 'no such version is published'
  if (root === 'input') return 'it has an input, which nobody brings here'
  if (!link) return undefined
  if (waitsForLink(root)) return `its ${linkModule} would wait for the link itself`
  const demanding = stepsWithPurpose(root).find(({ module }) => messageModules.includes(module))
  return demanding && `its step ${nameOf(demanding)} demands a purpose, which no child’s link has`
}

/** Whether a pack asks nobody for anything except the link's own result. */
const waitsForLink = (root: Step): boolean =>
  modulesOf(root).join(' ') === linkModule &&
  [...rowStepsByName(root).values()].every(({ kind }) => kind !== 'ask')

/** The modules of a composition, with those that its children run. */
export const modulesRun = (root: Step): string[] => [
  ...new Set([...modulesOf(root), ...eachSteps(root).flatMap(({ modules = [] }) => modules)]),
]

const countChildren = (root: Step): number =>
  eachSteps(root).reduce((sum, { children = 0 }) => sum + children, 0)
