// Lists the endpoints of a tenant, with a form for a new one.
import { make } from '/pages/element.js'
import { section } from '/pages/parts.js'
import { address, read } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'
import { renderForm } from './fields.js'
import { renderSecret } from './secret.js'

/** @import { Reading } from '/pages/reading.js' */
/**
 * @typedef {{ id: string, createdAt: string, expiresAt?: string, publicKey: string }} Secret
 * @typedef {{ id: string, url: string, types?: string[], description?: string, createdAt: string,
 *   status: 'enabled' | 'failing' | 'disabled', failingSince?: string, disabledAt?: string, disabledReason?: string,
 *   secrets: Secret[], secret?: string }} Endpoint
 */

/** @param {Reading} reading */
export async function showList(reading) {
  /** @type {Endpoint[]} */
  const endpoints = await read(reading, '/v1/webhooks')
  const list = make('ul', { class: 'lines' }, ...endpoints.map(renderEndpoint))
  const none = make('p', { class: 'soft' }, 'None yet.')
  none.hidden = endpoints.length > 0
  /** @param {Endpoint} endpoint */
  const add = (endpoint) => {
    none.hidden = true
    list.append(renderEndpoint(endpoint))
  }
  return [
    make('h2', { tabindex: '-1' }, 'Webhooks'),
    section('endpoints', 'Endpoints', none, list),
    renderNew(reading, add),
  ]
}

const kinds = { enabled: 'good', failing: 'review', disabled: 'bad' }

/** @param {Endpoint} endpoint */
export function renderStatus({ status, disabledReason }) {
  const words = disabledReason === undefined ? status : `${status}: ${disabledReason}`
  return make('span', { class: 'outcome', 'data-kind': kinds[status] }, words)
}

/** @param {Endpoint} endpoint */
function renderEndpoint(endpoint) {
  const { id, url, types, description, createdAt } = endpoint
  const facts = [description, types?.join(', ') ?? 'all types', `since ${writeFullTime(createdAt)}`]
  return make(
    'li',
    {},
    make('a', { href: address({ endpoint: id }) }, url),
    ' ',
    renderStatus(endpoint),
    make('p', { class: 'soft' }, facts.filter(Boolean).join(' · ')),
  )
}

/**
 * @param {Reading} reading
 * @param {(made: Endpoint) => void} add adds it to the list
 */
function renderNew(reading, add) {
  const form = renderForm(reading, {
    label: 'Make the endpoint',
    ask: ({ url, types, description }) =>
      reading.client.send('/v1/webhooks', {
        url,
        ...(types && { types }),
        ...(description && { description }),
      }),
    done(made, sent) {
      add(made)
      const shown = renderSecret(made)
      const test = make('a', { href: address({ endpoint: made.id }) }, 'Test it')
      sent.replaceWith(shown, make('p', {}, test))
      shown.focus()
    },
  })
  return section('new', 'A new endpoint', form)
}
