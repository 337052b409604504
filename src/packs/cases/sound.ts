// Finds what a test case cannot contain: unknown steps and fields, and results that no module returns.
import { z } from 'zod'
import type { CelFields, CelType, CelVariables } from '#src/platform/cel/variables.ts'
import { factTypes, type Vocabulary } from '#src/packs/conditions/variables.ts'
import { childSeen } from '#src/packs/conditions/children.ts'
import { transactionTypes } from '#src/packs/conditions/transaction.ts'
import { questionsOf } from '#src/packs/document/condition-modules.ts'
import type { Pack, PackFault, RowStep, Step } from '#src/packs/document/pack.ts'
import { nameAt } from '#src/packs/document/decision-table.ts'
import {
  eachStep,
  nameOfStep,
  resultSchemaOf,
  rowNamesOf,
  rowStepsByName,
} from '#src/packs/document/walk.ts'
import { fitResult } from '#src/packs/forms/fit.ts'
import { findServiceFaults } from '#src/journey/capabilities/service-values.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { PackCase } from './schema.ts'

type Known = { readonly offered: readonly Module[]; readonly facts: Vocabulary['facts'] }

/** Pointers start at the case. */
export function findUnsound(
  { root, input, output }: Pick<Pack, 'root' | 'input' | 'output'>,
  one: PackCase,
  vocabulary: Known,
): PackFault[] {
  return [
    ...within('/input', findInputFaults(input, one.input)),
    ...Object.keys(one.expect.output ?? {}).flatMap((name) =>
      Object.hasOwn(output ?? {}, name)
        ? []
        : fault(`/expect/output/${name}`, 'the pack has no such output'),
    ),
    ...Object.entries(one.results).flatMap(([name, given]) =>
      within(`/results/${name}`, findResultFaults(root, name, given, vocabulary)),
    ),
    ...Object.entries(one.facts ?? {}).flatMap(([group, values]) =>
      within(`/facts/${group}`, findFactFaults(group, values, factTypes(vocabulary.facts))),
    ),
    ...within('/transaction', findFieldFaults(one.transaction ?? {}, transactionTypes)),
    ...within('/reviews', findReviewFaults(root, one.reviews ?? {})),
    ...within('/expect', findExpectFaults(root, one.expect)),
  ]
}

const within = (pointer: string, faults: readonly PackFault[]): PackFault[] =>
  faults.map((one) => ({ ...one, pointer: pointer + one.pointer }))

const fault = (pointer: string, detail: string): PackFault[] => [{ pointer, detail }]

function findResultFaults(
  root: Step,
  name: string,
  given: PackCase['results'][string],
  { offered }: Known,
): PackFault[] {
  const step = rowStepsByName(root).get(name)
  if (!step) return fault('', 'the pack has no such step')
  const module = step.kind === 'module' && offered.find((one) => one.key === step.module)
  if (step.kind === 'module' && !module) return []
  const rounds = typeof given === 'object' && !Array.isArray(given) ? given.rounds : [given]
  return rounds.flatMap((one) => {
    if (typeof one === 'string') return []
    if (step.kind === 'each')
      return one.flatMap((child, at) => within(`/${at}`, findFieldFaults(child, childSeen)))
    if (!module) return findBroughtFaults(one, step)
    return one.flatMap((result, at) =>
      within(`/${at}`, [
        ...findModuleFaults(result, module),
        ...findServiceFaults(module.services, result),
      ]),
    )
  })
}

/** Checks that the result of a step without a module is one value of its schema. */
function findBroughtFaults(given: readonly Record<string, unknown>[], step: RowStep): PackFault[] {
  const schema = resultSchemaOf(step)
  if (!schema) return given.length === 0 ? [] : fault('', 'nothing is brought to this step')
  const [value, second] = given
  if (value === undefined || second !== undefined)
    return fault('', 'it is a list of the one value that is brought')
  return within('/0', findMisfits(schema, value, fitResult(step, value)))
}

/** Checks the input of a case by the rules for starting a run. */
function findInputFaults(schema: ValueSchema | undefined, given: PackCase['input']): PackFault[] {
  if (schema) return findMisfits(schema, given ?? {})
  return given ? fault('', 'the pack has no input') : []
}

/** Finds values that do not fit, and fields that the schema does not name, because a run would drop them. */
function findMisfits(
  schema: ValueSchema,
  value: Record<string, unknown>,
  fitted = projectValue(schema, value),
): PackFault[] {
  if ('faults' in fitted) return [...fitted.faults]
  return Object.keys(value).flatMap((name) =>
    Object.hasOwn(schema.properties ?? {}, name)
      ? []
      : fault(`/${name}`, 'the schema has no such field'),
  )
}

/** Checks fields against those that conditions can read, and against the module’s other result fields. */
function findModuleFaults(result: Record<string, unknown>, { result: schema, seen }: Module) {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  return Object.entries(result).flatMap(([name, value]) => {
    const type = Object.hasOwn(seen, name) ? seen[name] : undefined
    const field: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!type && !field) return fault(`/${name}`, 'the module has no such field')
    const isPlain = typeof value !== 'object'
    if (isPlain && field instanceof z.ZodType && !field.safeParse(value).success)
      return fault(`/${name}`, 'the module gives no such value')
    return type ? within(`/${name}`, findTypeFaults(value, type)) : []
  })
}

function findFactFaults(group: string, values: object, groups: CelVariables): PackFault[] {
  const type = Object.hasOwn(groups, group) ? groups[group] : undefined
  return type ? findTypeFaults(values, type) : fault('', 'there is no such group of facts')
}

function findFieldFaults(values: object, fields: CelFields): PackFault[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined
    return type
      ? within(`/${name}`, findTypeFaults(value, type))
      : fault(`/${name}`, `there is no such field, but ${Object.keys(fields).join(', ')}`)
  })
}

const scalars = { string: 'string', double: 'number', bool: 'boolean' } as const

function findTypeFaults(value: unknown, type: CelType): PackFault[] {
  if (value === null) return []
  if (typeof type === 'string')
    return typeof value === scalars[type] ? [] : fault('', `it is no ${scalars[type]}`)
  if ('oneOf' in type) return findValueFaults(value, type.oneOf)
  if ('list' in type)
    return Array.isArray(value)
      ? value.flatMap((one, at) => within(`/${at}`, findTypeFaults(one, type.list)))
      : fault('', 'it is no list')
  if (typeof value !== 'object' || Array.isArray(value)) return fault('', 'it is no map')
  if ('record' in type) return findFieldFaults(value, type.record)
  return Object.values(value).every((one) => typeof one === 'string')
    ? []
    : fault('', 'its values are texts')
}

/** The fault lists the possible values, never the one that was sent. */
const findValueFaults = (value: unknown, values: readonly (string | number)[]): PackFault[] =>
  values.some((one) => one === value)
    ? []
    : fault(
        '',
        `there is no such value, but ${values.map((one) => JSON.stringify(one)).join(', ')}`,
      )

/** Checks that decisions are given only for reviews of the document. */
const findReviewFaults = (root: Step, reviews: Readonly<Record<string, unknown>>) => {
  const known = new Set(
    [...eachStep(root)].flatMap(([path, step]) =>
      step.kind === 'review' ? [path, nameOfStep(step, path)] : [],
    ),
  )
  return Object.keys(reviews).flatMap((one) =>
    known.has(one) ? [] : fault('', 'the pack has no review of that name'),
  )
}

function findExpectFaults(root: Step, { ran = [], answers = {} }: PackCase['expect']) {
  const conditions = new Set(
    [...eachStep(root)].flatMap(([path, step]) =>
      step.kind === 'review'
        ? [path, nameOfStep(step, path)]
        : questionsOf(step).flatMap(({ part }) => [path + part, nameAt(root, path + part)]),
    ),
  )
  const names = rowNamesOf(root)
  return [
    ...ran.flatMap((one, at) =>
      names.includes(one) ? [] : fault(`/ran/${at}`, 'the pack has no such step'),
    ),
    ...Object.keys(answers).flatMap((one) =>
      conditions.has(one) ? [] : fault('/answers', 'the pack has no condition of that name'),
    ),
  ]
}
