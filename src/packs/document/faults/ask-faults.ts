// Finds the faults of a form that do not depend on other steps.
import { findSchemaFaults } from '#src/journey/values/faults.ts'
import { answersSchemaOf, isNumber, isText, valueOfOption } from '../ask-fields.ts'
import { filesMax, textMax } from '../schema/ask-schema.ts'
import type { AskField, AskStep, PackFault } from '../pack.ts'

const deadlineSecondsMax = 31 * 24 * 3_600

/** Pointers in the faults start at the step. */
export function findAskFaults(step: AskStep): PackFault[] {
  const { fields, deadlineSeconds = 1 } = step
  const names = fields.map(({ name }) => name)
  const own = fields.flatMap((field, at) => [
    ...when(names.indexOf(field.name) !== at, `/fields/${at}/name`, 'it stands twice'),
    ...findFieldFaults(field).map((one) => ({ ...one, pointer: `/fields/${at}${one.pointer}` })),
  ])
  const files = fields.reduce((sum, { type, max = 1 }) => sum + (type === 'upload' ? max : 0), 0)
  return [
    ...own,
    ...when(files > filesMax, '/fields', `a form takes ${filesMax} files at most`),
    ...(own.length > 0 ? [] : findNameFaults(step)),
    ...when(
      deadlineSeconds > deadlineSecondsMax,
      '/deadlineSeconds',
      'the deadline of a form is at most 31 days',
    ),
  ]
}

function findFieldFaults({ type, options, min, max }: AskField): PackFault[] {
  const values = (options ?? []).map(valueOfOption)
  const isBounded = isText(type) || isNumber(type)
  const isFileCount = (one: number) => Number.isInteger(one) && one >= 1 && one <= filesMax
  const isCount = (one: number) => Number.isInteger(one) && one >= 0 && one <= textMax
  return [
    ...when(type === 'choice' && !options, '/options', 'a choice has options'),
    ...when(type !== 'choice' && options !== undefined, '/options', 'only a choice has options'),
    ...values.flatMap((value, at) =>
      when(values.indexOf(value) !== at, `/options/${at}`, 'it stands twice'),
    ),
    ...Object.entries({ min, max }).flatMap(([bound, value]) => [
      ...when(
        value !== undefined && !isBounded && !(type === 'upload' && bound === 'max'),
        `/${bound}`,
        `a field of type ${type} has none`,
      ),
      ...when(
        value !== undefined && type === 'upload' && !isFileCount(value),
        `/${bound}`,
        `the files of a field are 1 to ${filesMax}`,
      ),
      ...when(
        value !== undefined && isText(type) && !isCount(value),
        `/${bound}`,
        `the letters of a text are 0 to ${textMax}`,
      ),
    ]),
    ...when((min ?? -Infinity) > (max ?? Infinity), '/min', 'it is above the max'),
  ]
}

/** A name that conditions cannot read. */
const findNameFaults = (step: AskStep): PackFault[] =>
  findSchemaFaults(answersSchemaOf(step)).map(({ pointer, detail }) => {
    const name = /^\/properties\/([^/]+)/.exec(pointer)?.[1]
    const at = step.fields.findIndex((field) => field.name === name)
    return { pointer: at < 0 ? '/fields' : `/fields/${at}/name`, detail }
  })

const when = (applies: boolean, pointer: string, detail: string): PackFault[] =>
  applies ? [{ pointer, detail }] : []
