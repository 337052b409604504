// Says what is wrong with an answer, in words that help the person.
import { missing } from '#src/journey/values/project.ts'
import { pageTags } from '#src/messaging/messages/text/page-language.ts'
import { textMax } from '#src/packs/document/schema/ask-schema.ts'
import type { AskField } from '#src/packs/document/pack.ts'
import { details } from '#src/packs/forms/uploads.ts'
import type { TextKey } from '../texts/texts.ts'
import type { PageContext } from './context.ts'

/** `value` is the answer as it was read from the typed text; `detail` is undefined when it fits. */
export function errorOf(
  context: PageContext,
  field: AskField,
  { value, detail }: { readonly value: unknown; readonly detail: string | undefined },
): string | undefined {
  if (detail === undefined) return undefined
  return field.type === 'upload'
    ? sayUpload(context, field, detail)
    : sayWrong(context, field, value)
}

const uploadTexts: Readonly<Partial<Record<string, TextKey>>> = {
  [missing]: 'fieldMissing',
  [details['too-large']]: 'uploadLarge',
  [details['no-pdf']]: 'uploadKind',
  [details.damaged]: 'uploadDamaged',
  [details.encrypted]: 'uploadLocked',
  [details['active-content']]: 'uploadActive',
  [details['too-many-pages']]: 'uploadPages',
}

function sayUpload({ write }: PageContext, { max = 1 }: AskField, detail: string): string {
  const text = uploadTexts[detail]
  return text === undefined ? write('uploadMany', { max }) : write(text)
}

/** `value` is undefined when none was given. */
function sayWrong({ write, language }: PageContext, field: AskField, value: unknown): string {
  const { type, min, max } = field
  if (value === undefined) return write('fieldMissing')
  const count = new Intl.NumberFormat(pageTags[language], { maximumFractionDigits: 10 })
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return write('fieldLeast', { min: count.format(min) })
    if (max !== undefined && value > max) return write('fieldMost', { max: count.format(max) })
  }
  if (type === 'text' || type === 'address')
    return min === undefined
      ? write('fieldShort', { max: max ?? textMax })
      : write('fieldLetters', { min, max: max ?? textMax })
  return write(wrongTexts[type])
}

const wrongTexts: Readonly<Record<Exclude<AskField['type'], 'text' | 'address'>, TextKey>> = {
  choice: 'fieldChoice',
  'yes-no': 'fieldChoice',
  money: 'fieldMoney',
  number: 'fieldNumber',
  date: 'fieldDate',
  cpf: 'fieldCpf',
  cnpj: 'fieldCnpj',
  phone: 'fieldPhone',
  email: 'fieldEmail',
  upload: 'uploadKind',
}
