// The filter of the list. It stands in the address, because it contains no personal data.
import { make } from '/pages/element.js'
import { field } from '/pages/parts.js'
import { address } from '/pages/reading.js'

const statuses = ['', 'none', 'processing', 'partial', 'completed']
const reviews = ['', 'none', 'open', 'decided']
const waitings = [
  '',
  'operator',
  'review',
  'vendor',
  'undelivered',
  'engine',
  'person',
  'client',
  'time',
]

/** @param {URLSearchParams} asked */
export function renderFilter(asked) {
  const status = select('status', statuses, asked)
  const review = select('review', reviews, asked)
  const waiting = select('waiting', waitings, asked)
  const outcome = make('input', { id: 'outcome', autocomplete: 'off', maxlength: '64' })
  outcome.value = asked.get('outcome') ?? ''
  const [after, before] = /** @type {const} */ (['createdAfter', 'createdBefore']).map((id) => {
    const day = make('input', { id, type: 'date' })
    day.value = asked.get(id)?.slice(0, 10) ?? ''
    return day
  })
  const form = make(
    'form',
    { class: 'fields', submit },
    field('status', 'State of its packs', status),
    field('outcome', 'Outcome of a pack', outcome),
    field('review', 'Review', review),
    field('waiting', 'Waits for', waiting),
    ...(after ? [field('createdAfter', 'From the day (UTC)', after)] : []),
    ...(before ? [field('createdBefore', 'Before the day (UTC)', before)] : []),
    make('button', { class: 'button' }, 'Show these'),
  )
  const box = make('details', { class: 'card' }, make('summary', {}, 'Only some of them'), form)
  box.open = asked.size > 0
  return box

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault()
    const chosen = {
      status: status.value,
      outcome: outcome.value.trim(),
      review: review.value,
      waiting: waiting.value,
      createdAfter: midnight(after?.value),
      createdBefore: midnight(before?.value),
    }
    location.hash = address(Object.fromEntries(Object.entries(chosen).filter(([, one]) => one)))
  }
}

/** @param {string} [day] */
const midnight = (day) => (day ? `${day}T00:00:00Z` : '')

/**
 * @param {string} id
 * @param {string[]} values
 * @param {URLSearchParams} asked
 */
function select(id, values, asked) {
  const options = values.map((value) => make('option', { value }, value === '' ? 'any' : value))
  const shown = make('select', { id }, ...options)
  shown.value = asked.get(id) ?? ''
  return shown
}
