// Finds what the conditions of a composition read, as far as their text shows. Pure.
import type { FactGroup } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { readsOf } from '#src/platform/cel/cel.ts'
import type { ModuleStep, Step } from './pack.ts'
import { rowPath } from './decision-table.ts'
import { partsOfPurpose, purposeOf, purposePlace } from './purpose.ts'
import { eachStep, nameOf, rowStepsByName } from './walk.ts'

/** A condition: its text, its field, and the position of its answer relative to its step. */
export type Question = {
  readonly part: string
  readonly text: string
  readonly field: string
  readonly of: readonly string[]
  /** Where the condition begins in its field's text, if the field holds more than it. */
  readonly offset?: number
}

/** The conditions of a step; for a table those of its rows, by index. */
export function questionsOf(step: Step): Question[] {
  switch (step.kind) {
    case 'when':
      return [{ part: '', text: step.condition, field: 'condition', of: step.of ?? [] }]
    case 'repeat':
      return [{ part: '', text: step.until, field: 'until', of: step.of ?? [] }]
    case 'decide':
      return step.rows.flatMap((row, at) => {
        const field = row.unless === undefined ? 'if' : 'unless'
        const text = row[field]
        return text === undefined ? [] : [{ part: rowPath('', at), text, field, of: [] }]
      })
    case 'wait':
      return step.until === undefined
        ? []
        : [{ part: '', text: step.until, field: 'until', of: [] }]
    case 'call':
    case 'ask':
    case 'each':
    case 'module':
    case 'sequence':
    case 'parallel':
    case 'pack':
    case 'review':
    case 'stop':
      return []
  }
}

/** The expressions that a step sends or hands on, by the positions of their fields. */
export function sentBy(step: Step): Question[] {
  if (step.kind === 'call') return fieldsAt('input', step.input)
  if (step.kind === 'module') return shownBy(step)
  if (step.kind !== 'each') return []
  return [{ part: '', text: step.in, field: 'in', of: [] }, ...fieldsAt('with', step.with)]
}

/** The expressions in the text that a step's message shows. */
function shownBy(step: ModuleStep): Question[] {
  const template = purposeOf(step)
  const parts = template === undefined ? [] : (partsOfPurpose(template) ?? [])
  const field = purposePlace(step).slice(1)
  return parts.flatMap((part) =>
    typeof part === 'string' ? [] : [{ part: '', field, of: [], ...part }],
  )
}

const fieldsAt = (field: string, texts: Readonly<Record<string, string>> = {}): Question[] =>
  Object.entries(texts).map(([name, text]) => ({
    part: '',
    text,
    field: `${field}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    of: [],
  }))

/** The texts of all conditions of a composition. */
export const questionsIn = (root: Step): string[] =>
  [...eachStep(root)].flatMap(([, step]) => questionsOf(step).map(({ text }) => text))

/** The names of the steps that a condition reads: those in `of`, and those in `steps.<id>`. */
export const namesAsked = ({ of, text }: Pick<Question, 'of' | 'text'>): string[] => [
  ...new Set([...of, ...idsRead(text)]),
]

/** Finds too many names rather than too few: matches within quoted text count as well. */
const idsRead = (text: string): string[] =>
  [...text.matchAll(/\bsteps\s*(?:\.\??\s*|\[\s*\??\s*["'])(\w+)/g)].map(([, id = '']) => id)

/** The steps of modules by their names. */
export function modulesByName(root: Step): ReadonlyMap<string, ModuleStep> {
  const found = new Map<string, ModuleStep>()
  for (const [, step] of eachStep(root)) if (step.kind === 'module') found.set(nameOf(step), step)
  return found
}

/** The keys of the modules whose results some conditions read. */
export function modulesAsked(root: Step, questions: readonly Question[]): string[] {
  const byName = rowStepsByName(root)
  const keys = questions.flatMap(namesAsked).flatMap((name) => {
    const step = byName.get(name)
    return step === undefined ? [name] : step.kind === 'module' ? [step.module] : []
  })
  return [...new Set(keys)]
}

/** The facts that a text reads, as group and name; fewer parts where a group, or all facts, are read as a whole. */
const factsRead = (
  text: string,
): (readonly [group: string | undefined, name: string | undefined])[] =>
  readsOf(text).flatMap(([first, group, name]) =>
    first === 'facts' ? [[group, name] as const] : [],
  )

/** The modules that provide the facts which a text reads. */
export const modulesOfFacts = (text: string): string[] => [
  ...new Set(factsRead(text).flatMap(([group, name]) => modulesOfFact(group, name))),
]

const modulesOfFact = (group: string | undefined, name: string | undefined): readonly string[] =>
  Object.entries<FactGroup>(vocabulary)
    .filter(([one]) => one === (group ?? one))
    .flatMap(([, facts]) => Object.entries(facts))
    .flatMap(([one, { modules = [] }]) => (one === (name ?? one) ? modules : []))
