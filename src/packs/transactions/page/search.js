// Searches the transactions of a person or company. The search values are sent in a request body and stand in no
// address.
import { make } from '/pages/element.js'
import { field, section } from '/pages/parts.js'
import { address, explain } from '/pages/reading.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Found } from './found.js' */

const plain = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' }
const digits = { ...plain, inputmode: 'numeric', maxlength: '20' }

/**
 * @param {Reading} reading
 * @param {Found} found
 */
export function renderSearch({ client }, found) {
  const document = make('input', { id: 'document', ...plain, maxlength: '30' })
  const email = make('input', { id: 'email', type: 'email', ...plain, maxlength: '254' })
  const country = make('input', { id: 'country', ...digits, value: '55' })
  const area = make('input', { id: 'area', ...digits })
  const number = make('input', { id: 'number', ...digits })
  const fault = make('p', { class: 'fault', role: 'alert' })
  const form = make(
    'form',
    { class: 'fields', submit: (event) => void submit(event) },
    field('document', 'CPF or CNPJ', document),
    field('email', 'E-mail', email),
    make(
      'fieldset',
      { class: 'phone' },
      make('legend', {}, 'Phone'),
      field('country', 'Country', country),
      field('area', 'Area', area),
      field('number', 'Number', number),
    ),
    make('button', { class: 'button main' }, 'Find'),
  )
  const note = 'By all that is filled in. That somebody searched stands in the audit.'
  return section('search', 'Whose', form, fault, make('p', { class: 'soft' }, note))

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault()
    const sought = readSought()
    if (Object.keys(sought).length === 0) return say('Fill in one of them at least.')
    say('')
    const ask = (/** @type {string | undefined} */ cursor) =>
      client.send('/v1/transactions/search', { ...sought, ...(cursor && { cursor }) })
    const answer = await ask(undefined)
    if (answer.kind !== 'ok') return say(explain(answer))
    found.begin('Found', answer.body, ask)
  }

  function readSought() {
    const [written, address] = [document.value.trim(), email.value.trim()]
    const local = onlyDigits(number.value)
    const phone = {
      ...(onlyDigits(country.value) && { countryCode: Number(onlyDigits(country.value)) }),
      ...(onlyDigits(area.value) && { areaCode: Number(onlyDigits(area.value)) }),
      number: Number(local),
    }
    return {
      ...(written !== '' && { document: written }),
      ...(address !== '' && { email: address }),
      ...(local !== '' && { phone }),
    }
  }

  /** @param {string} words */
  function say(words) {
    fault.textContent = words
  }
}

/** @param {string} text */
const onlyDigits = (text) => text.replaceAll(/\D/g, '')

export function renderOpenById() {
  const id = make('input', { id: 'transaction-id', ...plain, required: true, maxlength: '60' })
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault()
    location.hash = address({ id: id.value.trim().toLowerCase() })
  }
  return make(
    'form',
    { class: 'card by-id', submit },
    field('transaction-id', 'By its id', id),
    make('button', { class: 'button' }, 'Show it'),
  )
}
