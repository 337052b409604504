// The page of a form: one question below the other, each with its error beside it. It needs no script.
import { html, raw } from 'hono/html'
import { isText, labelOfOption, valueOfOption, wordingIn } from '#src/packs/document/ask-fields.ts'
import { textMax } from '#src/packs/document/ask-schema.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'
import { pageTags } from '#src/messaging/messages/text/page-language.ts'
import { readValues, type Typed } from '../form-values.ts'
import { asks, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

/** The prefix of the names of fields, which the form’s own fields do not have. */
export const fieldPrefix = 'f.'

export type FormState = {
  readonly form: AskStep
  readonly round: number
  /** What was typed; kept nowhere, and shown again with what is wrong about it. */
  readonly typed?: Typed
  /** The names of the fields that do not fit. */
  readonly wrong?: ReadonlySet<string>
}

export function formPage(
  context: PageContext,
  { form, round, typed = {}, wrong = new Set() }: FormState,
  { error, progress }: Pick<Page, 'error' | 'progress'>,
): Page {
  const { write, base, formKey = '', language } = context
  const values = readValues(form, typed, language)
  const [first] = form.fields.filter(({ name }) => wrong.has(name))
  const questions = form.fields.map((field) =>
    question(context, field, {
      text: typed[field.name] ?? '',
      error: wrong.has(field.name) ? sayWrong(context, field, values[field.name]) : undefined,
      takesFocus: field === first && context.framed !== true,
    }),
  )
  return {
    title: wordingIn(form.title, language),
    error,
    progress,
    body: html`<form method="post" action="${base}/form" enctype="multipart/form-data" novalidate>
        <input type="hidden" name="key" value="${formKey}" />
        <input type="hidden" name="step" value="${form.id}" />
        <input type="hidden" name="round" value="${round}" />
        ${questions}
        <button>${write('formSend')}</button>
      </form>
      ${asks(context, 'ask-skip', 'formSkip')}`,
  }
}

type Shown = {
  readonly text: string
  readonly error: string | undefined
  readonly takesFocus: boolean
}

function question(context: PageContext, field: AskField, shown: Shown): Markup {
  const { write, language } = context
  const { name, required = false } = field
  const id = `f-${name}`
  const label = html`${wordingIn(field.label, language)}
  ${required ? '' : html`<span class="small">(${write('formOptional')})</span>`}`
  const hint = helpOf(context, field)
  const about = [...(hint ? [`${id}-help`] : []), ...(shown.error ? [`${id}-error`] : [])]
  const notes = html`${hint ? html`<p class="small" id="${id}-help">${hint}</p>` : ''}
  ${shown.error ? html`<p class="error" id="${id}-error">${shown.error}</p>` : ''}`
  const marks = html`${about.length > 0 ? html` aria-describedby="${about.join(' ')}"` : ''}
  ${shown.error ? raw(' aria-invalid="true"') : ''} ${required ? raw(' required') : ''}`
  if (field.type === 'yes-no' || isShort(field))
    return html`<fieldset class="question" ${marksOfGroup(about, shown)}>
      <legend>${label}</legend>
      ${notes} ${radios(context, field, shown)}
    </fieldset>`
  const focus = shown.takesFocus ? raw(' autofocus') : ''
  return html`<div class="question">
    <label for="${id}">${label}</label>
    ${notes}
    ${control(context, field, shown.text, html`id="${id}" name="${fieldPrefix}${name}" ${marks} ${focus}`)}
  </div>`
}

/** What stands below the question: the tenant’s words, and of a day how it is written. */
const helpOf = ({ write, language }: PageContext, { type, help }: AskField): string =>
  [
    ...(help ? [wordingIn(help, language)] : []),
    ...(type === 'date' ? [write('formDay')] : []),
  ].join(' ')

const marksOfGroup = (about: readonly string[], { error }: Shown): Markup =>
  html`${about.length > 0 ? html` aria-describedby="${about.join(' ')}"` : ''}
  ${error ? raw(' data-wrong') : ''}`

/** More options are a list to choose from. */
const radiosMax = 6

const isShort = ({ type, options = [] }: AskField): boolean =>
  type === 'choice' && options.length <= radiosMax

function radios(
  { write, language }: PageContext,
  { name, type, options = [], required = false }: AskField,
  { text, error, takesFocus }: Shown,
): Markup {
  const choices =
    type === 'yes-no'
      ? ([
          ['yes', write('formYes')],
          ['no', write('formNo')],
        ] as const)
      : options.map((one) => [valueOfOption(one), labelOfOption(one, language)] as const)
  return html`${choices.map(
    ([value, label], at) =>
      html`<label class="choice"
        ><input
          type="radio"
          name="${fieldPrefix}${name}"
          value="${value}"
          ${value === text ? raw('checked') : ''}
          ${error ? raw('aria-invalid="true"') : ''}
          ${required ? raw('required') : ''}
          ${takesFocus && at === 0 ? raw('autofocus') : ''}
        /><span>${label}</span></label
      >`,
  )}`
}

function control(
  { write, language }: PageContext,
  field: AskField,
  text: string,
  common: Markup,
): Markup {
  const { type, options = [], max = textMax } = field
  if (type === 'choice')
    return html`<select ${common}>
      <option value="">${write('formChoose')}</option>
      ${options.map(
        (one) =>
          html`<option
            value="${valueOfOption(one)}"
            ${valueOfOption(one) === text ? raw('selected') : ''}
          >
            ${labelOfOption(one, language)}
          </option>`,
      )}
    </select>`
  if (type === 'address') return html`<textarea rows="3" ${common}>${text}</textarea>`
  const [kind, mode] = inputs[type] ?? ['text', 'text']
  // Pasted text is cut by no browser, but refused with its error, so that nothing is lost silently.
  return html`<input
    type="${kind}"
    inputmode="${mode}"
    ${isText(type) ? html`data-max="${max}"` : ''}
    value="${text}"
    ${common}
  />`
}

const inputs: Readonly<Partial<Record<AskField['type'], readonly [type: string, mode: string]>>> = {
  money: ['text', 'decimal'],
  number: ['text', 'decimal'],
  cpf: ['text', 'numeric'],
  phone: ['tel', 'tel'],
  email: ['email', 'email'],
}

/** What is wrong about a value; undefined for none that was given. */
function sayWrong({ write, language }: PageContext, field: AskField, value: unknown): string {
  const { type, min, max } = field
  if (value === undefined) return write('fieldMissing')
  const count = new Intl.NumberFormat(pageTags[language], { maximumFractionDigits: 10 })
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return write('fieldLeast', { min: count.format(min) })
    if (max !== undefined && value > max) return write('fieldMost', { max: count.format(max) })
  }
  switch (type) {
    case 'text':
    case 'address':
      return min === undefined
        ? write('fieldShort', { max: max ?? textMax })
        : write('fieldLetters', { min, max: max ?? textMax })
    case 'choice':
    case 'yes-no':
      return write('fieldChoice')
    case 'money':
      return write('fieldMoney')
    case 'number':
      return write('fieldNumber')
    case 'date':
      return write('fieldDate')
    case 'cpf':
      return write('fieldCpf')
    case 'cnpj':
      return write('fieldCnpj')
    case 'phone':
      return write('fieldPhone')
    case 'email':
      return write('fieldEmail')
  }
}
