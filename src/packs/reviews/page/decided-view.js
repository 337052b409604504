// Shows a decided review: the outcome, who decided, and a button to appeal.
import { make } from '/pages/element.js'
import { renderFacts, renderOutcome, section } from '/pages/parts.js'
import { explain, read } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'
import { renderSeen, renderWhy } from './review-view.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Detail } from './review-view.js' */

/**
 * @param {Reading} reading
 * @param {string} id
 */
export async function showDecided(reading, id) {
  /** @type {Detail} */
  const review = await read(reading, `/v1/reviews/${encodeURIComponent(id)}`)
  return [
    make('nav', { 'aria-label': 'Way back', class: 'path' }, make('a', { href: '#' }, 'The queue')),
    make('h2', { tabindex: '-1' }, 'A review'),
    renderHow(reading, review),
    renderWhy(review),
    ...renderSeen(review),
  ]
}

/**
 * @param {Reading} reading
 * @param {Detail} review
 */
function renderHow({ client }, { id, status, decision, note }) {
  if (!decision) return section('how', 'How it ended', make('p', {}, status))
  const said = make('p', { class: 'said', role: 'status' })
  const appeal = make(
    'button',
    { type: 'button', class: 'button', click: () => void ask() },
    'Appeal against it',
  )
  const facts = renderFacts([
    ['Reasons', decision.reasons.join(', ')],
    ['When', writeFullTime(decision.at)],
    ['By', decision.by.slice(0, 12)],
    ['Note', note],
  ])
  const outcome = make('p', {}, renderOutcome(decision.outcome))
  return section('how', 'How it ended', outcome, facts, make('p', {}, appeal), said)

  async function ask() {
    const answer = await client.send(`/v1/reviews/${id}/appeal`, {})
    said.textContent =
      answer.kind === 'ok' ? 'Another person gets it from the queue.' : explain(answer)
  }
}
