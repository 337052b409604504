// Renders a delivery: the event with its tries, and its body as sent.
import { make } from '/pages/element.js'
import { renderTable } from '/pages/parts.js'
import { writeFullTime } from '/pages/time.js'

/**
 * @typedef {{ at: string, status?: number, error?: string, durationMs: number }} Try
 * @typedef {{ id: string, eventId: string, type: string, status: 'pending' | 'delivered' | 'failed', createdAt: string,
 *   nextTryAt?: string, tries: Try[],
 *   body?: { type: string, timestamp: string, data: Record<string, string | number> } }} Delivery
 */

const kinds = { delivered: 'good', failed: 'bad', pending: 'other' }

/**
 * @param {Delivery} delivery
 * @param {Node} [action] a button for the delivery
 */
export function renderDelivery(delivery, action) {
  const { type, status, createdAt, tries, nextTryAt } = delivery
  const state = make('span', { class: 'outcome', 'data-kind': kinds[status] }, status)
  const last = tries.at(-1)
  const came = [
    last && writeTry(last),
    tries.length > 1 && `${tries.length} tries`,
    nextTryAt !== undefined && last && `again ${writeFullTime(nextTryAt)}`,
  ]
  return make(
    'li',
    {},
    make('strong', {}, type),
    ' ',
    state,
    make('p', { class: 'soft' }, writeFullTime(createdAt), '. ', came.filter(Boolean).join(', ')),
    renderInside(delivery),
    action,
  )
}

/** @param {Delivery} delivery */
function renderInside({ eventId, type, tries, body }) {
  const rows = tries.map((one) => [writeFullTime(one.at), writeTry(one), `${one.durationMs} ms`])
  return make(
    'details',
    {},
    make('summary', {}, 'What was sent'),
    make('p', { class: 'soft' }, 'webhook-id: ', make('code', {}, eventId)),
    body === undefined
      ? make('p', { class: 'soft' }, 'The event is kept no longer, or was a test.')
      : make('pre', { class: 'sent', tabindex: '0' }, JSON.stringify(body, null, 2)),
    ...(rows.length === 0
      ? []
      : [renderTable(`Tries of ${type}`, ['When', 'Answer', 'Took'], rows)]),
  )
}

/** @param {Try} one */
const writeTry = ({ status, error }) => error ?? `answered ${status}`
