// Compiles and evaluates CEL conditions. test/unit/platform/cel/cel.test.ts holds a table of conditions with their
// answers, because major versions of the engine come often.
import {
  type ASTNode,
  type Environment,
  EvaluationError,
  ParseError,
  TypeError as CheckError,
} from '@marcbachmann/cel-js'
import { type Allowance, OverBudget, spend, stepsMax, withinBudget } from './budget.ts'
import { builtOnce } from './context.ts'
import { base, environmentOf, withScope } from './environment.ts'
import { refuseNoDays, refuseNoNumbers } from './numbers.ts'
import { findGrowth, growthCodes } from './growth.ts'
import { hintAt } from './hints.ts'
import { type CelFault, type CelNode, lint, type Scope } from './lint.ts'
import { meter } from './meter.ts'
import { type Bounds, findMisread } from './bounds.ts'
import { UnknownValue, refuseDefaults } from './optional.ts'
import { findNeverFaults, neverHolds } from './holds.ts'
import { listAskedFor, listCalls, listReads, type Read } from './reads.ts'
import { adviseAt, adviseCall, adviseTypes } from './slips.ts'
import { findWordFaults } from './words.ts'
import { type CelVariables, ListCut, MistypedValue } from './variables.ts'

/** A compiled condition. */
export type Condition = {
  /**
   * A record missing in `context` counts as empty and null as absent; undeclared variables are invisible. The steps are
   * taken from `allowance`. Throws ConditionFailed.
   */
  evaluate(context: Readonly<Record<string, unknown>>, allowance?: Allowance): boolean
  /** The chains of fields that it reads from its variables. */
  readonly reads: readonly Read[]
}

/** A condition that cannot be compiled; its faults describe the source and never the data of a person. */
export class ConditionRefused extends Error {
  override readonly name = 'ConditionRefused'
  readonly faults: readonly CelFault[]

  constructor(faults: readonly CelFault[]) {
    super(faults.map(({ code, detail }) => `${code}: ${detail}`).join('; '))
    this.faults = faults
  }

  /** Whether all faults say that its values may grow without limit. */
  get isGrowing(): boolean {
    return this.faults.every(({ code }) => growthCodes.has(code))
  }
}

/**
 * The evaluation failed: a technical failure, never a "no". It carries only the engine’s code, because the engine’s
 * message and cause may hold the evaluated data.
 */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed'
  readonly code: string

  constructor(code: string) {
    super(`the condition could not be answered: ${code}`)
    this.code = code
  }

  /** Whether data are missing for an answer; otherwise the expression itself is at fault. */
  get isUnanswered(): boolean {
    return !faulty.has(this.code)
  }
}

const faulty: ReadonlySet<string> = new Set([
  'condition_refused',
  'field_type_mismatch',
  'evaluation_failed',
  'not_bool',
])

const sourceLengthMax = 4000
/** Throws ConditionRefused with every fault that was found. */
export function compileCondition(source: string, variables: CelVariables): Condition {
  const expression = compile(source, variables, yesOrNo)
  return {
    reads: expression.reads,
    evaluate(context, allowance) {
      const answer = expression.evaluate(context, allowance)
      if (typeof answer === 'boolean') return answer
      throw new ConditionFailed('not_bool')
    },
  }
}

/** A compiled expression that gives a value. */
export type Expression = Pick<Condition, 'reads'> & {
  /**
   * Works like the method of a condition; the value is a bool, string or double, or any type that the author's types
   * allow.
   */
  evaluate(context: Readonly<Record<string, unknown>>, allowance?: Allowance): unknown
}

/** The types that an expression must give, and the code of the fault for another type. */
export type Wanted = {
  readonly types: readonly string[]
  readonly code: string
  readonly detail: string
}

const yesOrNo: Wanted = {
  types: ['bool'],
  code: 'not_bool',
  detail: 'it does not answer yes or no',
}

/** Throws ConditionRefused with every fault that was found. */
export function compile(source: string, variables: CelVariables, wanted: Wanted): Expression {
  const { engine, declared } = environmentOf(variables)
  const faults = findRunFaults(source, variables, { wanted })
  if (faults.length > 0) throw new ConditionRefused(faults)
  const condition = engine.parse(source)
  condition.check()
  const root = rootOf(condition.ast)
  refuseDefaults(root)
  refuseNoNumbers(root)
  refuseNoDays(root)
  const steps = meter(root)
  const counts = listCalls(root).has('size')
  return {
    reads: listReads(root),
    evaluate(context, allowance = { left: stepsMax }) {
      try {
        const { built, extent } = builtOnce(declared, context)
        // The size of a list that was cut is unknown.
        if (extent.isCut && counts) throw new ListCut()
        return withinBudget(allowance, (): unknown => {
          spend(steps)
          return condition(built)
        })
      } catch (error) {
        throw new ConditionFailed(codeOf(error))
      }
    },
  }
}

/**
 * For a version that is already published, where a refusal would reach no author: a condition whose values may grow
 * compiles, but always fails. Throws ConditionRefused with every other fault.
 */
export function compilePublished(source: string, variables: CelVariables): Condition {
  try {
    return compileCondition(source, variables)
  } catch (error) {
    if (!(error instanceof ConditionRefused && error.isGrowing)) throw error
    return {
      reads: [],
      evaluate() {
        throw new ConditionFailed('may_grow')
      },
    }
  }
}

/** The chains of fields that a text reads; empty if it cannot be parsed. */
export const readsOf = (source: string): Read[] => listIn(source, listReads)

/** The chains that a condition tests by `has()`. */
export const askedForIn = (source: string): Read[] => listIn(source, listAskedFor)

function listIn(source: string, list: (root: CelNode) => Read[]): Read[] {
  try {
    return list(rootOf(base.parse(source).ast))
  } catch {
    return []
  }
}

/**
 * The faults that keep a condition from being published: it cannot be compiled, or a part of it certainly never holds.
 */
export function findConditionFaults(
  source: string,
  variables: CelVariables,
  bounds: Bounds = {},
): CelFault[] {
  const faults = findRunFaults(source, variables, bounds)
  if (faults.length > 0) return faults
  return findNeverFaults(checkedRoot(source, environmentOf(variables).engine), variables)
}

/** The faults that keep an expression of that type from compiling; none when it compiles. */
export function findRunFaults(
  source: string,
  variables: CelVariables,
  { wanted = yesOrNo, ...bounds }: Bounds & { readonly wanted?: Wanted },
): CelFault[] {
  const whole = { start: 0, end: source.length }
  if (source.length > sourceLengthMax)
    return [{ code: 'too_long', detail: `it has over ${sourceLengthMax} characters`, ...whole }]
  const { engine } = environmentOf(variables)
  const { valid, type, error } = engine.check(source)
  if (!valid) return [hintAt(faultOf(error, source), source, variables)]
  const engines = new Map<Scope, Environment>()
  const typeOf = (node: CelNode, scope: Scope) => {
    const inner = engines.get(scope) ?? withScope(engine, scope)
    engines.set(scope, inner)
    return inner.check(source.slice(node.start, node.end)).type
  }
  const root = checkedRoot(source, engine)
  const faults = [
    ...lint(root, typeOf),
    ...findGrowth(root),
    ...findMisread(root, bounds),
    ...findWordFaults(root, variables),
  ]
  const { types, code, detail } = wanted
  return type !== undefined && types.includes(type)
    ? faults
    : [...faults, { code, detail, ...whole }]
}

/**
 * True only where the condition compiles and certainly never holds, by the closed types of its variables and by its own
 * comparisons.
 */
export const canNeverHold = (source: string, variables: CelVariables): boolean =>
  findRunFaults(source, variables, {}).length === 0 &&
  neverHolds(checkedRoot(source, environmentOf(variables).engine), variables)

function checkedRoot(source: string, engine: Environment): CelNode {
  const parsed = engine.parse(source)
  parsed.check()
  return rootOf(parsed.ast)
}

/** Safe because the engine’s nodes have this shape; its own type is a union of 29 that cannot be walked. */
const rootOf = (ast: ASTNode): CelNode => ast

function faultOf(error: unknown, source: string): CelFault {
  const whole = { start: 0, end: source.length }
  if (!(error instanceof ParseError || error instanceof CheckError))
    return { code: 'invalid', detail: 'it cannot be read', ...whole }
  const { start, end } = error.range ?? whole
  const said = adviseTypes(error.summary) ?? adviseCall(error.summary)
  const detail = said ?? withoutTexts(error.summary, source) + hintFor(error.code)
  return adviseAt({ code: error.code, detail, start, end }, source)
}

/** Removes quoted texts: the engine repeats what stands between quotation marks, which may be personal data. */
function withoutTexts(summary: string, source: string): string {
  const texts = [...source.matchAll(/(["'])(.+?)\1/gs)].map(([, , text = '']) => text)
  return texts.reduce((left, text) => {
    const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return left.replace(new RegExp(`(?<!\\w)${literal}(?!\\w)`, 'g'), '…')
  }, summary)
}

const numberHints = new Set(['no_such_overload', 'incompatible_ternary_branches'])
const hintFor = (code: string) =>
  numberHints.has(code) ? ' (numbers are doubles: write 1.0 for 1)' : ''

function codeOf(error: unknown): string {
  if (error instanceof MistypedValue) return 'field_type_mismatch'
  if (error instanceof ListCut) return 'list_cut'
  if (error instanceof UnknownValue) return 'no_such_key'
  if (error instanceof OverBudget) return 'over_budget'
  return error instanceof EvaluationError ? error.code : 'evaluation_failed'
}
