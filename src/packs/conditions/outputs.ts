// The outputs of a run: expressions that are computed at its end over all that its conditions see.
import type { CelType, CelVariables } from '#src/platform/cel/variables.ts'
import type { Allowance } from '#src/platform/cel/budget.ts'
import {
  compile,
  ConditionFailed,
  ConditionRefused,
  findRunFaults,
  readsOf,
  type Wanted,
} from '#src/platform/cel/cel.ts'
import { isReservedWord } from '#src/platform/cel/reserved.ts'
import { textMax, type Value, type Values } from '#src/journey/values/schema.ts'
import { namesAsked } from '#src/packs/document/condition-modules.ts'
import type { Output, Outputs, Pack, PackFault } from '#src/packs/document/pack.ts'
import { rowNamesOf } from '#src/packs/document/walk.ts'
import type { EvidenceSource } from './evidence-source.ts'
import { gather, type Reading } from './gather.ts'
import { personalIn, variablesOf, type Vocabulary } from './variables.ts'

const outputsMax = 20
const scalar: Wanted = {
  types: ['bool', 'string', 'double'],
  code: 'not_scalar',
  detail: 'it gives no yes or no, no text and no number (numbers are doubles: write 1.0 for 1)',
}

const textOf = (output: Output): string => (typeof output === 'string' ? output : output.value)

/** Pointers start at the document. */
export function findOutputFaults(
  pack: Pick<Pack, 'root' | 'input' | 'output'>,
  vocabulary: Vocabulary,
): PackFault[] {
  const entries = Object.entries(pack.output ?? {})
  if (entries.length > outputsMax)
    return [{ pointer: '/output', detail: `it has more than ${outputsMax} outputs` }]
  const variables = variablesOf(pack, vocabulary)
  const hidden = new Set(rowNamesOf(pack.root))
  const bounds = { comparedOnly: personalIn(pack), hidden, wanted: scalar }
  return entries.flatMap(([name, output]) => {
    const pointer = `/output/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) || isReservedWord(name))
      return [{ pointer, detail: 'a name is letters, digits and _, a letter first' }]
    const at = typeof output === 'string' ? pointer : `${pointer}/value`
    const text = textOf(output)
    const faults = findRunFaults(text, variables, bounds)
    if (faults.length > 0)
      return faults.map(({ detail, start }) => ({ pointer: at, detail, offset: start }))
    const isTold = typeof output === 'object' && output.event === true
    return isTold && !isTellable(text, variables)
      ? [{ pointer: at, detail: 'an event bears a yes or no, or a field of closed words alone' }]
      : []
  })
}

/**
 * Whether events may carry the value: a yes or no, or a text from a closed set, says nothing about a person that they
 * must not.
 */
function isTellable(text: string, variables: CelVariables): boolean {
  const yesOrNo = { types: ['bool'], code: 'not_bool', detail: '' }
  if (findRunFaults(text, variables, { wanted: yesOrNo }).length === 0) return true
  const [read = [], second] = readsOf(text)
  const isPlain = second === undefined && read.join('.') === text.replaceAll(/\s/g, '')
  const type = isPlain ? typeAt({ record: variables }, read) : undefined
  return typeof type === 'object' && 'oneOf' in type
}

const typeAt = (type: CelType, [name, ...rest]: readonly string[]): CelType | undefined => {
  if (name === undefined) return type
  const inner =
    typeof type === 'object' && 'record' in type && Object.hasOwn(type.record, name)
      ? type.record[name]
      : undefined
  return inner && typeAt(inner, rest)
}

const known = new WeakMap<Outputs, readonly (readonly [string, Reading])[]>()

/** Published outputs were valid, so one that a newer engine refuses has no answer. */
function compileAll(pack: Pack, outputs: Outputs, vocabulary: Vocabulary) {
  const before = known.get(outputs)
  if (before) return before
  const variables = variablesOf(pack, vocabulary)
  const compiled = Object.entries(outputs).flatMap(([name, output]) => {
    const text = textOf(output)
    try {
      const expression = compile(text, variables, scalar)
      return [[name, { expression, names: namesAsked({ of: [], text }) }] as const]
    } catch (error) {
      if (error instanceof ConditionRefused) return []
      throw error
    }
  })
  known.set(outputs, compiled)
  return compiled
}

/** Computes the outputs; one without an answer is absent. */
export async function computeOutputs(
  source: EvidenceSource,
  { pack, allowance }: { readonly pack: Pack; readonly allowance?: Allowance },
  vocabulary: Vocabulary,
): Promise<Values> {
  if (!pack.output) return {}
  const all = compileAll(pack, pack.output, vocabulary)
  const gathered = await gather(
    source,
    pack,
    all.map(([, one]) => one),
    vocabulary,
  )
  const values: Record<string, Value> = {}
  for (const [name, reading] of all)
    try {
      gathered.refuse(reading)
      const value = reading.expression.evaluate(gathered.context, allowance)
      if (isScalar(value)) values[name] = value
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
    }
  return values
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= textMax)

/**
 * The outputs that the run’s events carry: those that the pack marks with `event`, if they are words or a yes or no.
 */
export const toldOutputs = ({ output = {} }: Pick<Pack, 'output'>, values: Values) =>
  Object.fromEntries(
    Object.entries(output).flatMap(([name, one]) => {
      const value = values[name]
      const isTold = typeof one === 'object' && one.event === true
      return isTold && (typeof value === 'boolean' || typeof value === 'string')
        ? [[name, value] as const]
        : []
    }),
  )
