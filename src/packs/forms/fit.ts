// Fits what is brought to a step into its schema, and the answers of a form also by the meaning of each field's type.
// Pure.
import { projectValue } from '#src/journey/values/project.ts'
import type { ValueFault, Values } from '#src/journey/values/schema.ts'
import { insertNinthDigit } from '#src/journey/transaction/phone-number.ts'
import { answersSchemaOf } from '#src/packs/document/ask-fields.ts'
import type { AskField, AskStep, RowStep } from '#src/packs/document/pack.ts'
import { resultSchemaOf } from '#src/packs/document/walk.ts'
import type { StoredUploads } from './uploads.ts'
import { cnpjCheckDigitsHold, cpfCheckDigitsHold } from '#src/platform/check-digits.ts'

type Fitted = { readonly value: Values } | { readonly faults: readonly ValueFault[] }

const withUploads = (
  { fields }: AskStep,
  given: unknown,
  uploads: StoredUploads['byField'],
): unknown =>
  isRecord(given)
    ? {
        ...given,
        ...Object.fromEntries(
          fields.flatMap(({ name, type }) =>
            type === 'upload' ? [[name, Object.hasOwn(uploads, name) ? uploads[name] : null]] : [],
          ),
        ),
      }
    : given

/** Whether two results are the same apart from the ids of files, which are stored anew each time. */
export const isSameResult = (one: Values, other: Values): boolean =>
  JSON.stringify(one, withoutIds) === JSON.stringify(other, withoutIds)

function withoutIds(_name: string, value: unknown): unknown {
  if (!isRecord(value) || typeof value['sha256'] !== 'string') return value
  const { id: _id, ...upload } = value
  return upload
}

/**
 * Answers by the names of fields: texts, numbers, yes and no. A text of blanks is no answer, and numbers of documents
 * and phones are kept without punctuation. Pointers of faults start at the answers.
 */
function fitAnswers(step: AskStep, given: unknown): Fitted {
  const fitted = projectValue(answersSchemaOf(step), isRecord(given) ? tidy(step, given) : given)
  const found = 'faults' in fitted ? fitted.faults : findFaults(step, fitted.value)
  if (found.length === 0) return fitted
  // Faults of the schema and of the field types are reported together, so that nobody has to send a form twice.
  const others = 'faults' in fitted && isRecord(given) ? findFaults(step, tidy(step, given)) : []
  const isNew = (one: ValueFault) => found.every(({ pointer }) => pointer !== one.pointer)
  return { faults: [...found, ...others.filter(isNew)] }
}

/**
 * Checks a value that is brought to a step; undefined for a step without such values. `uploads` are the files of the
 * request by field, so that nobody can name a file that was not sent.
 */
export function fitResult(
  step: RowStep,
  given: unknown,
  uploads?: StoredUploads['byField'],
): Fitted | undefined {
  if (step.kind === 'ask')
    return fitAnswers(step, uploads ? withUploads(step, given, uploads) : given)
  const schema = resultSchemaOf(step)
  return schema && projectValue(schema, given)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tidy = ({ fields }: AskStep, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
      const tidied = typeof value === 'string' ? tidyText(field, value.trim()) : value
      return tidied === '' ? [] : [[field.name, tidied] as const]
    }),
  )

function tidyText({ type }: AskField, text: string): string {
  if (type === 'cpf' || type === 'cnpj') return text.replaceAll(/[\s./-]/g, '').toUpperCase()
  return type === 'phone' ? tidyPhone(text) : text
}

/**
 * Writes a phone number as E.164. A number of 10 or 11 digits without a country is Brazilian, and a mobile gets its
 * ninth digit.
 */
function tidyPhone(text: string): string {
  const digits = text.replaceAll(/[\s().-]/g, '')
  const whole = /^0?[1-9]\d{9,10}$/.test(digits) ? `+55${digits.replace(/^0/, '')}` : digits
  return insertNinthDigit(whole)
}

/** Letters of all languages are allowed, as in joão@exämple.com, and repeated dots, which some mailboxes have. */
const email = /^[^\s@<>()[\],;:"\\]{1,64}@(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}$/u

/** The check of each type's values, beyond their schema. */
const rules: Readonly<Partial<Record<AskField['type'], (value: string | number) => boolean>>> = {
  cpf: (value) => cpfCheckDigitsHold(String(value)),
  cnpj: (value) => cnpjCheckDigitsHold(String(value)),
  phone: (value) => /^\+[1-9]\d{7,14}$/.test(String(value)),
  email: (value) => email.test(String(value)),
  money: (value) => Math.abs(Number(value)) < 1e12 && hasCents(Number(value)),
}

/** Whether the number has at most two decimals. */
const hasCents = (value: number): boolean => Number(value.toFixed(2)) === value

const said: Readonly<Partial<Record<AskField['type'], string>>> = {
  cpf: 'is no CPF',
  cnpj: 'is no CNPJ',
  phone: 'is no number of a phone, as in +5511987654321',
  email: 'is no address of mail',
  money: 'is no amount of two decimals',
}

const findFaults = ({ fields }: AskStep, values: Readonly<Record<string, unknown>>): ValueFault[] =>
  fields.flatMap(({ name, type }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const holds = rules[type]
    if (!holds || (typeof value !== 'string' && typeof value !== 'number')) return []
    return holds(value)
      ? []
      : [{ pointer: `/${name}`, detail: said[type] ?? 'is not what it must be' }]
  })
