// Conditions of packs over the results of modules: what they may see, whether they hold, and what
// they answer.
import type { Db } from '#src/db/client.ts'
import { innerSteps, type Pack, type PackFault, type Step } from '#workflows/packs/define.ts'
import { type RunContext, readSections } from './answer.ts'
import {
  compileCondition,
  type Condition,
  ConditionFailed,
  ConditionRefused,
  findConditionFaults,
} from './cel.ts'
import type { CelVariables } from './cel-variables.ts'
import type { Module } from './module.ts'

/** As the answer of a pack spells it: `score.results[0].value < 30`. */
function variablesOf(keys: readonly string[], offered: readonly Module[]): CelVariables {
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
  return faultsBelow(pack.root, '', offered)
}

function faultsBelow(step: Step, pointer: string, offered: readonly Module[]): PackFault[] {
  const inner = innerSteps(step).flatMap(([place, one]) =>
    faultsBelow(one, pointer + place, offered),
  )
  if (step.kind === 'module' && !offered.some(({ key }) => key === step.module))
    return [{ pointer: `${pointer}/module`, detail: `no module ${step.module} is offered` }]
  if (step.kind !== 'when') return inner
  const found = findConditionFaults(step.condition, variablesOf(step.of, offered))
  return [...found.map(({ detail }) => ({ pointer: `${pointer}/condition`, detail })), ...inner]
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
  const step = conditionAt(pack, path)
  const compiled = compile(step, offered)
  return compiled.evaluate(await readSections(db, step.of, offered, context))
}

/** The modules that the condition at `path` asks about. */
export const modulesAskedAt = (pack: Pack, path: string): readonly string[] =>
  conditionAt(pack, path).of

function conditionAt({ name, version, root }: Pack, path: string): When {
  const step = stepAt(root, path)
  if (step?.kind !== 'when')
    throw new Error(`pack ${name}, version ${version}: no condition at ${path}`)
  return step
}

type When = Extract<Step, { kind: 'when' }>

/** A version is read once by a process, so its conditions are compiled once. */
const known = new WeakMap<When, Condition>()

/** What was published held; if the engine has changed its mind since, the failure is ours. */
function compile(step: When, offered: readonly Module[]): Condition {
  try {
    const condition =
      known.get(step) ?? compileCondition(step.condition, variablesOf(step.of, offered))
    known.set(step, condition)
    return condition
  } catch (error) {
    throw error instanceof ConditionRefused ? new ConditionFailed('condition_refused') : error
  }
}

function stepAt(step: Step, path: string): Step | undefined {
  if (path === '') return step
  const found = innerSteps(step).find(([place]) => `${path}/`.startsWith(`${place}/`))
  return found && stepAt(found[1], path.slice(found[0].length))
}
