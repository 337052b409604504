// Finds what keeps a valid composition from running with the modules and facts that a process offers.
import type { ModuleStep, Pack, PackFault, Step } from '#src/packs/document/pack.ts'
import { type Question, questionsOf, sentBy } from '#src/packs/document/condition-modules.ts'
import { eachStep, resultSchemaOf, rowNamesOf, rowStepsByName } from '#src/packs/document/walk.ts'
import {
  askedForIn,
  canNeverHold,
  findConditionFaults,
  findRunFaults,
  type Wanted,
} from '#src/platform/cel/cel.ts'
import { sayLikeliest } from '#src/platform/likeness.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { findHandedFaults } from './children.ts'
import { personalIn, variablesOf, type Vocabulary } from './variables.ts'

/** The type that `until` must give. */
export const aMoment: Wanted = {
  types: ['string'],
  code: 'not_moment',
  detail: 'it does not give the text of a moment',
}

/** The types that a sent field may have. */
export const aValue: Wanted = {
  types: ['string', 'double', 'bool'],
  code: 'not_value',
  detail: 'it gives no text, number, or yes and no',
}

/** The types that a message may show. */
export const aText: Wanted = {
  types: ['string', 'double'],
  code: 'not_text',
  detail: 'it gives neither text nor number',
}

const messagesOf = ({ module }: ModuleStep, offered: Vocabulary['offered']) =>
  offered.find(({ key }) => key === module)?.messages

/**
 * `expanded` is the composition with other packs in place. Pointers start at the root step.
 */
export function findUnofferedFaults(
  { root, expanded = root, input }: Composition,
  vocabulary: Vocabulary,
): PackFault[] {
  const whole = { root: expanded, ...(input && { input }) }
  const variables = variablesOf(whole, vocabulary)
  const comparedOnly = personalIn(whole)
  return [...eachStep(root)].flatMap(([pointer, step]) => {
    if (step.kind === 'module' && !vocabulary.offered.some(({ key }) => key === step.module)) {
      const there = sayLikeliest(
        step.module,
        vocabulary.offered.map(({ key }) => key),
      )
      const detail = `no module ${step.module} is offered; ${there}`
      return [{ pointer: `${pointer}/module`, detail }]
    }
    if (step.kind === 'each')
      return findHandedFaults(step, whole).map((one) => ({
        ...one,
        pointer: pointer + one.pointer,
      }))
    if (step.kind === 'module' && step.send && !messagesOf(step, vocabulary.offered))
      return [{ pointer: `${pointer}/send`, detail: `${step.module} has no message to send` }]
    const wanted = step.kind === 'module' ? aText : aValue
    const sent = sentBy(step).flatMap((one) => {
      const options = { comparedOnly, hidden: hiddenFrom(expanded, one), wanted }
      return findSentFaults(one, variables, options).map(({ detail, start }) => ({
        pointer: `${pointer}/${one.field}`,
        detail: adviseInput(detail, input),
        offset: start + (one.offset ?? 0),
      }))
    })
    if (sent.length > 0) return sent
    return questionsOf(step).flatMap((one) => {
      const options = { comparedOnly, hidden: hiddenFrom(expanded, one) }
      const at = `${pointer}${one.part}/${one.field}`
      const faults =
        step.kind === 'wait'
          ? findRunFaults(one.text, variables, { ...options, wanted: aMoment })
          : findConditionFaults(one.text, variables, options)
      const isUnless = one.field === 'unless' && faults.length === 0
      if (isUnless && canNeverHold(`!(${one.text})`, variables))
        return [{ pointer: at, detail: 'the row never holds, whatever is known' }]
      const needless = faults.length === 0 ? findNeedlessHas(one.text, expanded) : undefined
      if (needless !== undefined) return [{ pointer: at, detail: needless }]
      return faults.map(({ detail, start }) => ({
        pointer: at,
        detail: adviseInput(detail, input),
        offset: start,
      }))
    })
  })
}

/**
 * Finds a `has()` of a field that each result has: without a result it has no answer, and with one it is never false.
 */
function findNeedlessHas(text: string, root: Step): string | undefined {
  const steps = rowStepsByName(root)
  const asked = askedForIn(text)
  const whole = new Set(asked.flatMap(([, name, , field]) => (field === undefined ? [name] : [])))
  for (const [of, name = '', result, field, inner] of asked) {
    const step = of === 'steps' && result === 'result' ? steps.get(name) : undefined
    const { required = [] } = (step && resultSchemaOf(step)) ?? {}
    if (field !== undefined && inner === undefined && required.includes(field) && !whole.has(name))
      return `each result has ${field}: write has(steps.${name}.result)`
  }
  return undefined
}

const adviseInput = (detail: string, input: Composition['input']): string =>
  !input && detail.startsWith('Unknown variable: input;')
    ? 'the pack has no input: name its fields under `input`, beside `root`'
    : detail

type Sending = {
  readonly comparedOnly: ReadonlySet<string>
  readonly hidden: ReadonlySet<string>
  readonly wanted: Wanted
}

/** Checks what a call sends or a message shows. A personal field may be sent only alone and unchanged. */
function findSentFaults({ text }: Question, variables: CelVariables, options: Sending) {
  const isAlone = options.comparedOnly.has(text.trim())
  const { comparedOnly: _comparedOnly, ...others } = options
  return findRunFaults(text, variables, isAlone ? others : options)
}

type Composition = Pick<Pack, 'root' | 'input'> & { readonly expanded?: Step }

/** The steps that a condition does not name in `of`, and may read only as `steps.<name>`. */
function hiddenFrom(root: Step, { of }: Pick<Question, 'of'>): ReadonlySet<string> {
  return new Set(rowNamesOf(root).filter((name) => !of.includes(name)))
}
