// The log of an endpoint, page by page, with a button to send a delivery again.
import { announce, make } from '/pages/element.js'
import { field, section } from '/pages/parts.js'
import { explain, read } from '/pages/reading.js'
import { renderDelivery } from './delivery.js'

/** @import { Delivery } from './delivery.js' */
/** @import { Reading } from '/pages/reading.js' */

const pageMax = 20
const states = ['', 'pending', 'delivered', 'failed']

/**
 * @param {Reading} reading
 * @param {string} path of the endpoint
 */
export async function renderLog(reading, path) {
  const list = make('ul', { class: 'lines' })
  const said = make('p', { class: 'soft', role: 'status' })
  const more = make('button', { type: 'button', class: 'button', click: () => void goOn() }, 'More')
  const options = states.map((value) => make('option', { value }, value === '' ? 'all' : value))
  const status = make('select', { id: 'status', change: () => void begin() }, ...options)
  /** @type {string | undefined} */
  let next
  await show()
  return section(
    'log',
    'What was sent in the last 7 days',
    field('status', 'Show', status),
    said,
    list,
    make('p', {}, more),
  )

  async function show() {
    const query = new URLSearchParams({ limit: String(pageMax) })
    if (status.value !== '') query.set('status', status.value)
    if (next !== undefined) query.set('cursor', next)
    /** @type {{ deliveries: Delivery[], next?: string }} */
    const page = await read(reading, `${path}/deliveries?${query}`)
    list.append(...page.deliveries.map(renderOne))
    next = page.next
    more.hidden = next === undefined
    said.textContent = list.children.length === 0 ? 'Nothing.' : ''
  }

  async function begin() {
    next = undefined
    list.replaceChildren()
    await goOn()
  }

  async function goOn() {
    await show().catch((/** @type {Error} */ { message }) => (said.textContent = message))
  }

  /** @param {Delivery} delivery */
  function renderOne(delivery) {
    const click = () => void resend(delivery)
    const label = `Send again: ${delivery.type}`
    const again = make(
      'button',
      { type: 'button', class: 'button quiet', 'aria-label': label, click },
      'Send again',
    )
    return renderDelivery(delivery, again)
  }

  /** @param {Delivery} delivery */
  async function resend({ id, type }) {
    const answer = await reading.client.send(`${path}/deliveries/${id}/resend`, {})
    said.textContent = answer.kind === 'ok' ? `${type} is sent again.` : explain(answer)
    announce(said.textContent)
  }
}
