// Runs the test cases of a pack: its rules and conditions over results that are given, calling nobody.
import type { Pack } from '#src/packs/document/pack.ts'
import { askedIn, variablesOf } from '#src/packs/conditions/conditions.ts'
import { compileCondition, ConditionFailed } from '#src/platform/cel/cel.ts'
import {
  nextPackActions,
  type PackAction,
  type PackRun,
  packStatus,
  takeBack,
} from '#src/packs/interpreter/interpret.ts'
import type { Module } from '#src/journey/modules/module.ts'
import { stepAt } from '#src/packs/document/walk.ts'
import type { PackCase } from './schema.ts'

/** Repeats within repeats multiply: a case is to be short. */
const loopsMax = 2_000

/** What differs from what a case expects, in sentences; none when it holds. */
export function runCase(pack: Pack, one: PackCase, offered: readonly Module[]): string[] {
  const run: PackRun = { modules: {}, answers: {}, rounds: {} }
  const ran = new Set<string>()
  for (let loop = 0; loop < loopsMax; loop += 1) {
    const next = nextPackActions(pack, run)
    if (next.stop) run.stopped ??= next.stop
    if (next.outcome === 'ended') return compare(pack, run, ran, one)
    for (const action of next.actions) {
      const missing = perform({ pack, run, one, offered }, action)
      if (missing !== undefined) return [`it says nothing of ${missing}, which the pack comes to`]
      if (action.kind === 'start-module') ran.add(action.step.module)
    }
  }
  return [`it does not end within ${loopsMax} turns`]
}

type Tried = {
  readonly pack: Pack
  readonly run: PackRun
  readonly one: PackCase
  readonly offered: readonly Module[]
}

/** Gives the name of a module that the case has forgotten. */
function perform(tried: Tried, action: PackAction): string | undefined {
  const { pack, run, one } = tried
  switch (action.kind) {
    case 'start-module': {
      const { module } = action.step
      const given = one.results[module]
      if (given === undefined) return module
      run.modules[module] = { status: typeof given === 'string' ? given : 'completed' }
      return undefined
    }
    case 'answer-condition':
      run.answers[action.path] = answer(tried, action.path)
      return undefined
    case 'next-round': {
      const { modules, answers, rounds } = takeBack(pack, run, action.path, action.round)
      for (const key of modules) delete run.modules[key]
      Object.assign(run, { answers, rounds })
      return undefined
    }
  }
}

function answer({ pack, run, one, offered }: Tried, path: string): boolean | 'failed' {
  const step = stepAt(pack.root, path)
  const asked = step && askedIn(step)
  if (!asked) throw new Error(`no condition at ${path}`)
  const sections = asked.of.map((key) => {
    const given = one.results[key]
    const moduleStatus = run.modules[key]?.status ?? 'pending'
    return [key, { moduleStatus, results: Array.isArray(given) ? given : [] }] as const
  })
  const condition = compileCondition(asked.condition, variablesOf(asked.of, offered))
  try {
    return condition.evaluate(Object.fromEntries(sections))
  } catch (error) {
    if (error instanceof ConditionFailed) return 'failed'
    throw error
  }
}

function compare(
  pack: Pack,
  run: PackRun,
  ran: ReadonlySet<string>,
  { expect }: PackCase,
): string[] {
  const found: Record<string, unknown> = {
    status: packStatus(pack, run),
    outcome: run.stopped?.outcome,
    reason: run.stopped?.reason,
    ran: [...ran].toSorted(),
  }
  const wanted = { ...expect, ...(expect.ran && { ran: expect.ran.toSorted() }) }
  const { answers = {}, ...rest } = wanted
  return [
    ...Object.entries(rest).flatMap(([name, value]) => differ(name, found[name], value)),
    ...Object.entries(answers).flatMap(([at, value]) => differ(at, run.answers[at], value)),
  ]
}

const differ = (name: string, found: unknown, wanted: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${name} is ${JSON.stringify(found) ?? 'absent'}, and not ${JSON.stringify(wanted)}`]
