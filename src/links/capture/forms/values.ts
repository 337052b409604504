// Reads what a person typed into a form as values of its fields. Pure.
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'

/** The typed values, by the names of their fields. */
export type Typed = Readonly<Record<string, string>>

/** A text that cannot be read stays as it was typed and so fits no field; an empty field is absent. */
export const readValues = (
  { fields }: AskStep,
  typed: Typed,
  language: PageLanguage,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = (Object.hasOwn(typed, field.name) ? typed[field.name] : undefined)?.trim() ?? ''
      return text === '' ? [] : [[field.name, valueOf(field, text, language)] as const]
    }),
  )

function valueOf({ type }: AskField, text: string, language: PageLanguage): unknown {
  switch (type) {
    case 'yes-no':
      return text === 'yes' ? true : text === 'no' ? false : text
    case 'money':
    case 'number':
      return readNumber(text, language) ?? text
    case 'date':
      return readDay(text)
    case 'text':
    case 'address':
      // Browsers send line breaks as CRLF.
      return text.replaceAll('\r\n', '\n')
    case 'choice':
    case 'upload':
    case 'cpf':
    case 'cnpj':
    case 'phone':
    case 'email':
      return text
  }
}

/**
 * Reads a date with the day first, or as 1990-12-31; separators are optional, because the keys of some phones lack
 * them.
 */
function readDay(text: string): string {
  const [, day = '', month = '', year] =
    /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ??
    []
  if (year === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Reads a number. With two kinds of separators, the last one separates decimals. A single one separates decimals if it
 * is the language's decimal sign, otherwise groups of three digits. Undefined for any other text.
 */
function readNumber(text: string, language: PageLanguage): number | undefined {
  const plain = text.replace(/^R\$/i, '').replaceAll(/[\s\u00a0]/g, '')
  const own = language === 'en' ? '.' : ','
  const other = own === '.' ? ',' : '.'
  const signs = Array.from(plain.replaceAll(/[^.,]/g, ''))
  const last = signs.at(-1)
  if (last === undefined) return toNumber(plain)
  const isMixed = new Set(signs).size > 1
  if (!isMixed && last === other && isGrouped(plain, other))
    return toNumber(plain.replaceAll(other, ''))
  if (signs.filter((one) => one === last).length > 1)
    return isMixed || !isGrouped(plain, last) ? undefined : toNumber(plain.replaceAll(last, ''))
  const [whole = '', decimals = ''] = plain.split(last)
  const group = last === '.' ? ',' : '.'
  if (whole.includes(group) && !isGrouped(whole, group)) return undefined
  return toNumber(`${whole.replaceAll(group, '')}.${decimals}`)
}

const isGrouped = (text: string, sign: string): boolean =>
  (sign === '.' ? /^-?\d{1,3}(?:\.\d{3})+$/ : /^-?\d{1,3}(?:,\d{3})+$/).test(text)

const toNumber = (text: string): number | undefined =>
  /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : undefined
