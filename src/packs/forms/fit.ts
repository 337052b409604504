// Fits what is brought to a step: by its schema, and the answers of a form by what each type of field means, too. Pure.
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

/** The same answers again, for which each file was stored anew. */
export const isSameResult = (one: Values, other: Values): boolean =>
  JSON.stringify(one, withoutIds) === JSON.stringify(other, withoutIds)

function withoutIds(_name: string, value: unknown): unknown {
  if (!isRecord(value) || typeof value['sha256'] !== 'string') return value
  const { id: _id, ...upload } = value
  return upload
}

/**
 * By the names of fields: texts, numbers, and yes and no. A text without a letter is no answer, and numbers of
 * documents and phones are kept without their punctuation. Pointers of faults start at it.
 */
function fitAnswers(step: AskStep, given: unknown): Fitted {
  const fitted = projectValue(answersSchemaOf(step), isRecord(given) ? tidy(step, given) : given)
  const found = 'faults' in fitted ? fitted.faults : findFaults(step, fitted.value)
  if (found.length === 0) return fitted
  // Both kinds are said at once, so that nobody has to send a form twice for them.
  const others = 'faults' in fitted && isRecord(given) ? findFaults(step, tidy(step, given)) : []
  const isNew = (one: ValueFault) => found.every(({ pointer }) => pointer !== one.pointer)
  return { faults: [...found, ...others.filter(isNew)] }
}

/**
 * Fits what is brought to a step; undefined for a step to which nobody brings anything. `uploads` are the files that
 * came with it, by field: nobody names one that was not sent.
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

/** As E.164 writes it; a number of 10 or 11 digits without a country is Brazilian, and a mobile has its ninth digit. */
function tidyPhone(text: string): string {
  const digits = text.replaceAll(/[\s().-]/g, '')
  const whole = /^0?[1-9]\d{9,10}$/.test(digits) ? `+55${digits.replace(/^0/, '')}` : digits
  return insertNinthDigit(whole)
}

/** Letters of all languages, as in joão@exämple.com, and dots where a mailbox has them twice. */
const email = /^[^\s@<>()[\],;:"\\]{1,64}@(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}$/u

/** What is wrong with a value of that type; undefined where it holds. */
const rules: Readonly<Partial<Record<AskField['type'], (value: string | number) => boolean>>> = {
  cpf: (value) => cpfCheckDigitsHold(String(value)),
  cnpj: (value) => cnpjCheckDigitsHold(String(value)),
  phone: (value) => /^\+[1-9]\d{7,14}$/.test(String(value)),
  email: (value) => email.test(String(value)),
  money: (value) => Math.abs(Number(value)) < 1e12 && hasCents(Number(value)),
}

/** Whether it has two decimals at most. */
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
