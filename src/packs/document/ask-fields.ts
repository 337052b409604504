// Derives from the fields of a form the schema of its answers and its texts in a language. Pure.
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { textMax } from './schema/ask-schema.ts'
import type { AskField, AskStep, Wording } from './pack.ts'

/** The schema of each type of field; `choice` takes its own options. */
const schemas: Readonly<Record<Exclude<AskField['type'], 'choice' | 'upload'>, ValueSchema>> = {
  text: { type: 'string', 'x-personal': true },
  address: { type: 'string', 'x-personal': true },
  cpf: { type: 'string', 'x-personal': true },
  cnpj: { type: 'string', 'x-personal': true },
  phone: { type: 'string', 'x-personal': true },
  email: { type: 'string', maxLength: 254, 'x-personal': true },
  date: { type: 'string', format: 'date', 'x-personal': true },
  'yes-no': { type: 'boolean' },
  money: { type: 'number' },
  number: { type: 'number' },
}

export const uploadTypes = ['application/pdf', 'image/jpeg'] as const
export type UploadType = (typeof uploadTypes)[number]

/** The data that are stored about an uploaded file apart from its bytes. */
const uploadSchema: ValueSchema = {
  type: 'object',
  required: ['id', 'type', 'bytes'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    type: { type: 'string', enum: [...uploadTypes] },
    bytes: { type: 'integer', minimum: 1 },
    sha256: { type: 'string', 'x-personal': true },
  },
}

const known = new WeakMap<AskStep, ValueSchema>()

/** Returns the same object for the same step. */
export function answersSchemaOf(step: AskStep): ValueSchema {
  const before = known.get(step)
  if (before) return before
  const schema: ValueSchema = {
    type: 'object',
    properties: Object.fromEntries(step.fields.map((field) => [field.name, schemaOf(field)])),
    required: step.fields.flatMap(({ name, required }) => (required ? [name] : [])),
  }
  known.set(step, schema)
  return schema
}

function schemaOf({ type, options = [], min, max }: AskField): ValueSchema {
  if (type === 'choice') return { type: 'string', enum: options.map(valueOfOption) }
  if (type === 'upload') return { type: 'array', items: uploadSchema, maxItems: max ?? 1 }
  if (isText(type))
    return {
      ...schemas[type],
      ...(min !== undefined && { minLength: min }),
      maxLength: max ?? textMax,
    }
  return {
    ...schemas[type],
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }
}

export const isText = (type: AskField['type']): type is 'text' | 'address' =>
  type === 'text' || type === 'address'

export const isNumber = (type: AskField['type']): type is 'money' | 'number' =>
  type === 'money' || type === 'number'

type Option = NonNullable<AskField['options']>[number]

export const valueOfOption = (option: Option): string =>
  typeof option === 'string' ? option : option.value

/** The text in a language, or the first text if that language has none. */
export function wordingIn(wording: Wording, language: 'pt' | 'en' | 'es'): string {
  if (typeof wording === 'string') return wording
  return wording[language] ?? wording.pt ?? wording.en ?? wording.es ?? ''
}

export const labelOfOption = (option: Option, language: 'pt' | 'en' | 'es'): string =>
  typeof option === 'string' ? option : wordingIn(option.label, language)
