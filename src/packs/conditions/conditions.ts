// Conditions of packs on the results of modules: what they may read, whether they are valid, and what they evaluate
// to.
import type { Db } from '#src/platform/db/client.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import type { PackFault } from '#src/packs/document/faults.ts'
import { eachStep, stepAt } from '#src/packs/document/walk.ts'
import { type RunContext, readSections } from './answer.ts'
import {
  compileCondition,
  type Condition,
  ConditionFailed,
  ConditionRefused,
  findConditionFaults,
} from '#src/platform/cel/cel.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import type { Module } from '#src/journey/modules/module.ts'

/** As the answer of a pack spells it: `score.results[0].value < 30`. */
export function variablesOf(keys: readonly string[], offered: readonly Module[]): CelVariables {
  const asked = offered.filter(({ key }) => keys.includes(key))
  return Object.fromEntries(
    asked.map(({ key, seen }) => [
      key,
      { record: { moduleStatus: 'string', results: { list: { record: seen } } } },
    ]),
  )
}

/**
 * What keeps a sound composition from being run over the modules offered, none when it can be.
 * Pointers begin at the root step.
 */
export function findUnofferedFaults(pack: Pack, offered: readonly Module[]): PackFault[] {
  return [...eachStep(pack.root)].flatMap(([pointer, step]) => {
    if (step.kind === 'module' && !offered.some(({ key }) => key === step.module))
      return [{ pointer: `${pointer}/module`, detail: `no module ${step.module} is offered` }]
    const asked = askedIn(step)
    if (!asked) return []
    const found = findConditionFaults(asked.condition, variablesOf(asked.of, offered))
    const at = `${pointer}/${asked.field}`
    return found.map(({ detail, start }) => ({ pointer: at, detail, offset: start }))
  })
}

type Asked = {
  readonly of: readonly string[]
  readonly condition: string
  readonly field: 'condition' | 'until'
}

/** What a step asks, if it does. */
export function askedIn(step: Step): Asked | undefined {
  if (step.kind === 'when') return { of: step.of, condition: step.condition, field: 'condition' }
  if (step.kind === 'repeat') return { of: step.of, condition: step.until, field: 'until' }
  return undefined
}

/**
 * Reads the results that the condition at `path` asks about and evaluates it over them; the path is
 * a JSON pointer from the root step. Throws ConditionFailed when it cannot be answered: a technical
 * failure, never a "no".
 */
export async function answerCondition(
  db: Db,
  { pack, path }: { readonly pack: Pack; readonly path: string },
  offered: readonly Module[],
  context: RunContext,
): Promise<boolean> {
  const { step, of, condition } = conditionAt(pack, path)
  const compiled = compile(step, condition, variablesOf(of, offered))
  return compiled.evaluate(await readSections(db, of, offered, context))
}

/** The modules that the condition at `path` asks about. */
export const modulesAskedAt = (pack: Pack, path: string): readonly string[] =>
  conditionAt(pack, path).of

function conditionAt({ name, version, root }: Pack, path: string): Asked & { step: Step } {
  const step = stepAt(root, path)
  const asked = step && askedIn(step)
  if (!asked) throw new Error(`pack ${name}, version ${version}: no condition at ${path}`)
  return { ...asked, step }
}

/** A version is read once by a process, so its conditions are compiled once. */
const known = new WeakMap<Step, Condition>()

/** What was published held; if the engine has changed its mind since, the failure is ours. */
function compile(step: Step, source: string, variables: CelVariables): Condition {
  try {
    const condition = known.get(step) ?? compileCondition(source, variables)
    known.set(step, condition)
    return condition
  } catch (error) {
    throw error instanceof ConditionRefused ? new ConditionFailed('condition_refused') : error
  }
}
