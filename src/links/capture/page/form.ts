// The page of a form: one question below the other, each with its error beside it. It needs no script.
import { html, raw } from 'hono/html'
import { labelOfOption, valueOfOption, wordingIn } from '#src/packs/document/ask-fields.ts'
import type { AskField, AskStep } from '#src/packs/document/pack.ts'
import { readValues, type Typed } from '../forms/values.ts'
import { errorOf } from './form-errors.ts'
import { asks, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

/** The prefix of the names of fields, which the form’s own fields do not have. */
export const fieldPrefix = 'f.'

export type FormState = {
  readonly form: AskStep
  readonly round: number
  /** The typed values, which are stored nowhere, only shown again with their faults. */
  readonly typed?: Typed
  /** The errors by the names of their fields. */
  readonly wrong?: ReadonlyMap<string, string>
}

export function formPage(
  context: PageContext,
  { form, round, typed = {}, wrong = new Map() }: FormState,
  { error, progress }: Pick<Page, 'error' | 'progress'>,
): Page {
  const { write, base, formKey = '', language } = context
  const values = readValues(form, typed, language)
  const [first] = form.fields.filter(({ name }) => wrong.has(name))
  const questions = form.fields.map((field) =>
    question(context, field, {
      text: typed[field.name] ?? '',
      error: errorOf(context, field, { value: values[field.name], detail: wrong.get(field.name) }),
      takesFocus: field === first && context.framed !== true,
      isAgain: wrong.size > 0,
    }),
  )
  return {
    title: wordingIn(form.title, language),
    drawing: 'list',
    hasFocus: wrong.size > 0,
    more: asks(context, 'ask-skip', 'formSkip'),
    error,
    progress,
    body: html`<form method="post" action="${base}/form" enctype="multipart/form-data" novalidate>
      <input type="hidden" name="key" value="${formKey}" />
      <input type="hidden" name="step" value="${form.id}" />
      <input type="hidden" name="round" value="${round}" />
      ${questions}
      <button>${write('formSend')}</button>
    </form>`,
  }
}

type Shown = {
  readonly text: string
  readonly error: string | undefined
  readonly takesFocus: boolean
  /** The form was answered before and is shown again. */
  readonly isAgain: boolean
}

function question(context: PageContext, field: AskField, shown: Shown): Markup {
  const { write, language } = context
  const { name, required = false } = field
  const id = `f-${name}`
  const label = html`${wordingIn(field.label, language)}
  ${required ? '' : html`<span class="small">(${write('formOptional')})</span>`}`
  const hint = helpOf(context, field, shown)
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

/** The help below the question: the tenant’s words, how to write a day, and which files may be uploaded. */
const helpOf = (
  { write, language }: PageContext,
  { type, help, max = 1 }: AskField,
  { isAgain }: Shown,
): string =>
  [
    ...(help ? [wordingIn(help, language)] : []),
    ...(type === 'date' ? [write('formDay')] : []),
    ...(type === 'upload' ? [write('uploadHint', { max })] : []),
    ...(type === 'upload' && isAgain ? [write('uploadAgain')] : []),
  ].join(' ')

const marksOfGroup = (about: readonly string[], { error }: Shown): Markup =>
  html`${about.length > 0 ? html` aria-describedby="${about.join(' ')}"` : ''}
  ${error ? raw(' data-wrong') : ''}`

/** With more options than this a list is shown instead of radio buttons. */
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
  const { type, options = [], max = 1 } = field
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
  if (type === 'upload')
    return html`<input
      type="file"
      accept="image/jpeg,image/png,application/pdf"
      ${max > 1 ? raw('multiple') : ''}
      ${common}
    />`
  const [kind, mode] = inputs[type] ?? ['text', 'text']
  // No `maxlength`, because the browser would silently cut a text that is pasted.
  return html`<input type="${kind}" inputmode="${mode}" value="${text}" ${common} />`
}

const inputs: Readonly<Partial<Record<AskField['type'], readonly [type: string, mode: string]>>> = {
  money: ['text', 'decimal'],
  number: ['text', 'decimal'],
  cpf: ['text', 'numeric'],
  phone: ['tel', 'tel'],
  email: ['email', 'email'],
}
