// What a sound person would type into a form. Pure.
import type { Typed } from '#src/links/capture/form-values.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'

/** As it is typed in English. */
export const soundAnswers = ({ fields }: AskStep): Typed =>
  Object.fromEntries(fields.map((field) => [field.name, answerTo(field)]))

function answerTo({ type, options = [], min, max }: AskField): string {
  const [option = ''] = options.map((one) => (typeof one === 'string' ? one : one.value))
  switch (type) {
    case 'choice':
      return option
    case 'yes-no':
      return 'no'
    case 'date':
      return '1990-05-17'
    case 'money':
    case 'number':
      return String(Math.min(Math.max(min ?? 1_000, 1_000), max ?? Infinity))
    case 'cpf':
      return '529.982.247-25'
    case 'cnpj':
      return '11.222.333/0001-81'
    case 'phone':
      return '+5511987654321'
    case 'email':
      return 'pessoa@example.com'
    case 'text':
    case 'address':
      return 'Exemplo'.padEnd(min ?? 0, 'o').slice(0, max)
  }
}
