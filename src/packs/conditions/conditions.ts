// Evaluates the conditions of packs, and the times until which steps wait.
import type { Value, Values } from '#src/journey/values/schema.ts'
import type { CallStep, ModuleStep, Pack, Step } from '#src/packs/document/pack.ts'
import {
  modulesAsked,
  modulesByName,
  namesAsked,
  questionsOf,
  sentBy,
} from '#src/packs/document/condition-modules.ts'
import { isAsking, tableAt } from '#src/packs/document/decision-table.ts'
import { momentOf } from '#src/packs/document/wait.ts'
import { type ConditionAnswer, stepAt } from '#src/packs/document/walk.ts'
import {
  compile,
  compilePublished,
  type Condition,
  ConditionFailed,
  ConditionRefused,
  type Expression,
} from '#src/platform/cel/cel.ts'
import { type Allowance, stepsMax } from '#src/platform/cel/budget.ts'
import type { EvidenceSource } from './evidence-source.ts'
import { gather, type Reading } from './gather.ts'
import { partsOfPurpose, purposeOf } from '#src/packs/document/purpose.ts'
import { aMoment, aText, aValue } from './unoffered.ts'
import { variablesOf, type Vocabulary } from './variables.ts'

type ConditionAt = {
  readonly pack: Pack
  /** A JSON pointer from the root step. */
  readonly path: string
  /** The budget that evaluation steps are taken from; by default a budget of its own. */
  readonly allowance?: Allowance
}

/**
 * Evaluates the condition at `path` over the data of `source`. It stays `unanswered`, which is never a no, when data
 * are absent or the budget is used up. For a step that waits until a moment, it answers whether there is one.
 */
export async function answerCondition(
  source: EvidenceSource,
  asked: ConditionAt,
  vocabulary: Vocabulary,
): Promise<ConditionAnswer> {
  if (askingStepAt(asked.pack, asked.path).kind !== 'wait') {
    const [answer = 'failed'] = await answerAll(source, asked, vocabulary)
    return answer
  }
  const answer = await answerMoment(source, { ...asked, now: Infinity }, vocabulary)
  return typeof answer === 'object' ? true : answer
}

/** The moment of a wait step (epoch ms), at most 31 days behind `now`. */
export async function answerMoment(
  source: EvidenceSource,
  { now, ...asked }: ConditionAt & { readonly now: number },
  vocabulary: Vocabulary,
): Promise<{ readonly dueAt: number } | 'unanswered' | 'failed'> {
  const [given = 'failed'] = await evaluateAll(source, asked, vocabulary)
  if (typeof given !== 'object') return given
  const dueAt = momentOf(given.value, now)
  return dueAt === undefined ? 'unanswered' : { dueAt }
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

async function answerAll(
  source: EvidenceSource,
  asked: ConditionAt,
  vocabulary: Vocabulary,
): Promise<ConditionAnswer[]> {
  const all = await evaluateAll(source, asked, vocabulary)
  // Rows are compiled as conditions, so each value is a yes or a no.
  return all.map((one) => (typeof one === 'object' ? one.value === true : one))
}

type Evaluated = { readonly value: unknown } | 'unanswered' | 'failed'

/** Evaluates each expression of a step over its data, which are gathered only once. */
async function evaluateAll(
  source: EvidenceSource,
  { pack, path, allowance }: ConditionAt,
  vocabulary: Vocabulary,
): Promise<Evaluated[]> {
  const all = compileAll(pack, askingStepAt(pack, path), vocabulary)
  const readings = all.flatMap((one) => one ?? [])
  const gathered = await gather(source, pack, readings, vocabulary)
  return all.map((one) => {
    if (!one) return 'failed'
    try {
      gathered.refuse(one)
      return { value: one.expression.evaluate(gathered.context, allowance) }
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return error.isUnanswered ? 'unanswered' : 'failed'
    }
  })
}

function askingStepAt({ name, version, root }: Pack, path: string): Step {
  const step = stepAt(root, path)
  if (step && (step.kind === 'decide' || step.kind === 'each' || questionsOf(step).length > 0))
    return step
  throw new Error(`pack ${name}, version ${version}: no condition at ${path}`)
}

/** The modules whose results the conditions of the step at `path` read. */
export function modulesAskedAt(pack: Pack, path: string): readonly string[] {
  const step = askingStepAt(pack, path)
  return modulesAsked(pack.root, questionsOf(step))
}

/** The steps of modules that the conditions of the step at `path` read. */
export function stepsAskedAt({ root, ...pack }: Pack, path: string): readonly ModuleStep[] {
  const byName = modulesByName(root)
  const names = questionsOf(askingStepAt({ root, ...pack }, path)).flatMap(namesAsked)
  return names.flatMap((name) => byName.get(name) ?? [])
}

/** Evaluates what a call sends, each expression over all data. An expression without an answer is left out. */
export async function evaluateSent(
  source: EvidenceSource,
  { pack, step, allowance }: Pick<ConditionAt, 'pack' | 'allowance'> & { readonly step: CallStep },
  vocabulary: Vocabulary,
): Promise<Values> {
  const variables = variablesOf(pack, vocabulary)
  const readings = sentBy(step).map((one) => ({
    field: one.field.slice('input/'.length),
    expression: compile(one.text, variables, aValue),
    names: namesAsked(one),
  }))
  const gathered = await gather(source, pack, readings, vocabulary)
  const sent: Record<string, Value> = {}
  for (const one of readings)
    try {
      gathered.refuse(one)
      const value = toSent(one.expression.evaluate(gathered.context, allowance))
      if (value !== undefined) sent[one.field] = value
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
    }
  return sent
}

/**
 * Writes the text that a message asks a person to confirm. Undefined when one of its expressions has no answer, because
 * nobody should confirm a text with a gap.
 */
export async function writePurpose(
  source: EvidenceSource,
  { pack, step }: Pick<ConditionAt, 'pack'> & { readonly step: ModuleStep },
  vocabulary: Vocabulary,
): Promise<string | undefined> {
  const variables = variablesOf(pack, vocabulary)
  const readings = sentBy(step).map((one) => ({
    expression: compile(one.text, variables, aText),
    names: namesAsked(one),
  }))
  const gathered = await gather(source, pack, readings, vocabulary)
  try {
    const said = readings.map((one) => {
      gathered.refuse(one)
      return sayValue(one.expression.evaluate(gathered.context))
    })
    const parts = partsOfPurpose(purposeOf(step) ?? '') ?? []
    return parts.map((part) => (typeof part === 'string' ? part : (said.shift() ?? ''))).join('')
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return undefined
  }
}

/** Writes numbers as in Brazil, with at least two decimals if they have any. */
function sayValue(value: unknown): string {
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (typeof plain !== 'number') return String(plain)
  const minimumFractionDigits = Number.isInteger(plain) ? 0 : 2
  return plain.toLocaleString('pt-BR', { minimumFractionDigits, maximumFractionDigits: 6 })
}

/** Leaves out a number that JSON cannot hold. */
function toSent(value: unknown): Value | undefined {
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (typeof plain === 'number') return Number.isFinite(plain) ? plain : undefined
  return typeof plain === 'string' || typeof plain === 'boolean' ? plain : undefined
}

/** The compiled conditions of a step, cached, because a process reads each version once. */
const known = new WeakMap<Step, readonly (Reading | undefined)[]>()

/** Published conditions were valid; if an upgrade of the engine refuses one, that is our failure. */
function compileAll(
  pack: Pack,
  step: Step,
  vocabulary: Vocabulary,
): readonly (Reading | undefined)[] {
  const before = known.get(step)
  if (before) return before
  const variables = variablesOf(pack, vocabulary)
  const compiled = questionsOf(step).map((one): Reading | undefined => {
    try {
      if (step.kind === 'wait')
        return { expression: compile(one.text, variables, aMoment), names: namesAsked(one) }
      const condition = compilePublished(one.text, variables)
      const expression: Expression = one.field === 'unless' ? negated(condition) : condition
      return { expression, names: namesAsked(one) }
    } catch (error) {
      if (error instanceof ConditionRefused) return undefined
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
