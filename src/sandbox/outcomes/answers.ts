// Answers a form as an honest person would.
import { readFileSync } from 'node:fs'
import { answerForm } from '#src/links/capture/forms/answer.ts'
import type { Sending } from '#src/links/capture/send-off.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import type { SentFiles } from '#src/packs/forms/uploads.ts'
import type { Typed } from '#src/links/capture/forms/values.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'

/** Whether the answers fit the form of the step. */
export async function answerSoundly(sending: Sending, step: StepState): Promise<boolean> {
  const { name, round, form } = step
  if (!form) return false
  const sent = { step: name, round, typed: soundAnswers(form), files: soundFiles(form) }
  return (await answerForm({ ...sending, language: 'en' }, sent)).length === 0
}

/** The answers as typed by a person who uses English. */
const soundAnswers = ({ fields }: AskStep): Typed =>
  Object.fromEntries(
    fields.flatMap((field) => (field.type === 'upload' ? [] : [[field.name, answerTo(field)]])),
  )

const soundFiles = ({ fields }: AskStep): SentFiles =>
  Object.fromEntries(
    fields.flatMap(({ name, type }) =>
      type === 'upload' ? [[name, [readFileSync(sample)]] as const] : [],
    ),
  )

const sample = new URL('../samples/document-rg.jpg', import.meta.url)

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
    case 'upload':
    case 'text':
    case 'address':
      return 'Exemplo'.padEnd(min ?? 0, 'o').slice(0, max)
  }
}
