// The form fields of an endpoint: its URL, its purpose, and its events. The types are those of the service’s OpenAPI
// document.
import { make } from '/pages/element.js'
import { field } from '/pages/parts.js'
import { explain, read } from '/pages/reading.js'

/** @import { Answer } from '/pages/api.js' */
/** @import { Reading } from '/pages/reading.js' */
/** @typedef {{ url?: string, types?: string[], description?: string }} Said */

/**
 * Renders a form of these fields; `done` gets the answer’s body and the form.
 * @param {Reading} reading
 * @param {{ now?: Said, label: string, ask: (said: ReturnType<ReturnType<typeof renderFields>['read']>) =>
 * Promise<Answer>,
 *   done: (body: any, form: HTMLElement) => void }} form
 */
export function renderForm(reading, { now, label, ask, done }) {
  const fields = renderFields(reading, now)
  const fault = make('p', { class: 'fault', role: 'alert' })
  const form = make(
    'form',
    { class: 'stack', submit: (event) => void submit(event) },
    ...fields.elements,
    fault,
    make('p', {}, make('button', { class: 'button main' }, label)),
  )
  return form

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault()
    const answer = await ask(fields.read())
    fault.textContent = answer.kind === 'ok' ? '' : explain(answer)
    if (answer.kind === 'ok') done(answer.body, form)
  }
}

/**
 * @param {Reading} reading
 * @param {Said} [now]
 */
function renderFields(reading, { url = '', types, description = '' } = {}) {
  const to = make('input', {
    id: 'url',
    type: 'url',
    required: true,
    maxlength: '1000',
    autocomplete: 'off',
    value: url,
  })
  const what = make('input', { id: 'description', maxlength: '120', autocomplete: 'off', value: description }) // prettier-ignore
  const chosen = new Set(types)
  const choices = make('div', { class: 'choices' })
  const box = make(
    'details',
    {},
    make('summary', {}, types === undefined ? 'All types of events' : 'Only some types of events'),
    make('fieldset', {}, make('legend', { class: 'soft' }, 'None chosen: all of them'), choices),
  )
  box.addEventListener('toggle', () => void load(), { once: true })
  return {
    elements: [
      field('url', 'Address, https and public', to),
      field('description', 'What it is for', what),
      box,
    ],
    read: () => ({
      url: to.value.trim(),
      description: what.value.trim() || null,
      types: chosen.size === 0 ? null : [...chosen],
    }),
  }

  async function load() {
    try {
      /** @type {{ webhooks?: Record<string, { post: { summary?: string } }> }} */
      const { webhooks = {} } = await read(reading, '/openapi.json')
      choices.replaceChildren(...Object.keys(webhooks).map(renderChoice))
    } catch (error) {
      choices.replaceChildren(error instanceof Error ? error.message : String(error))
    }
  }

  /** @param {string} type */
  function renderChoice(type) {
    const change = () => void (input.checked ? chosen.add(type) : chosen.delete(type))
    const input = make('input', { type: 'checkbox', checked: chosen.has(type), change })
    return make('label', { class: 'choice' }, input, make('span', {}, type))
  }
}
