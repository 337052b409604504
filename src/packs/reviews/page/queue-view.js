// Shows the queue: the open reviews, and the one that the reader has claimed.
import { make } from '/pages/element.js'
import { renderOutcome, renderTable, section } from '/pages/parts.js'
import { address, explain, read } from '/pages/reading.js'
import { writeFullTime, writeShortTime } from '/pages/time.js'
import { listenToKeys, renderKeySwitch } from './keys.js'
import { renderReview } from './review-view.js'
import { writeReason } from './words.js'

/** @import { Reading } from '/pages/reading.js' */
/**
 * @typedef {{ id: string, transactionId: string, source: string, pack: string, step?: string,
 *   title?: string, because: string, status: string, priority: string, openedAt: string, deadlineAt: string,
 *   claimedUntil?: string, isYours: boolean, awaitsSecond: boolean, people: number, reasons?: string[],
 *   appealOf?: string, decision?: { outcome: string, reasons: string[], at: string, by: string } }} Review
 */

const shownMax = 50

/** @param {Reading} reading */
export async function showQueue(reading) {
  const box = make('div', { class: 'stack', id: 'in-hand' })
  /** @type {[{ reviews: Review[], next?: string }, { reviews: Review[] }]} */
  const [open, decided] = await Promise.all([
    read(reading, `/v1/reviews?status=open&limit=${shownMax}`),
    read(reading, '/v1/reviews?status=decided&limit=500'),
  ])
  const mine = open.reviews.find(({ isYours }) => isYours)
  if (mine) box.replaceChildren(...(await renderReview(reading, mine.id, reload)))
  else box.replaceChildren(renderNext(open))
  listenToKeys(reading.signal)
  return [
    make('h2', { tabindex: '-1' }, mine ? 'A review in your hands' : 'The queue'),
    box,
    renderWaiting(open),
    renderDecided(decided.reviews),
    renderKeySwitch(),
  ]

  /** @param {{ reviews: Review[], next?: string }} page */
  function renderNext({ reviews, next }) {
    const free = reviews.filter(({ claimedUntil }) => claimedUntil === undefined).length
    const said = make('p', { class: 'said', role: 'status' })
    const button = make(
      'button',
      { type: 'button', class: 'button main', 'data-key': 'n', click: () => void take() },
      'Get the next one',
    )
    const words =
      free === 0 ? 'Nothing waits.' : `${free}${next === undefined ? '' : ' and more'} waiting.`
    return make('div', { class: 'card take' }, make('p', {}, words), button, said)

    async function take() {
      const answer = await reading.client.send('/v1/reviews/next', {})
      if (answer.kind !== 'ok') said.textContent = explain(answer)
      else if (answer.body === '') said.textContent = 'There is none for you just now.'
      else reload()
    }
  }
}

function reload() {
  dispatchEvent(new Event('hashchange'))
}

/** @param {{ reviews: Review[] }} page */
function renderWaiting({ reviews }) {
  const rows = reviews.map((one) => [
    writeReason(one.because),
    one.step === undefined ? one.pack : `${one.pack}, ${one.step}`,
    one.priority === 'overdue' ? 'overdue' : `by ${writeShortTime(one.deadlineAt)}`,
    writeState(one),
  ])
  const heads = ['Why', 'From', 'When', 'State']
  return section(
    'waiting',
    'Waiting',
    ...(rows.length === 0
      ? [make('p', { class: 'soft' }, 'Nothing.')]
      : [renderTable('Reviews that wait', heads, rows)]),
  )
}

/** @param {Review} review */
function writeState({ isYours, claimedUntil, awaitsSecond, appealOf }) {
  if (isYours) return 'in your hands'
  if (claimedUntil !== undefined) return 'in other hands'
  if (awaitsSecond) return 'awaits a second person'
  return appealOf === undefined ? 'free' : 'an appeal'
}

/** @param {Review[]} reviews */
function renderDecided(reviews) {
  const rows = reviews
    .toReversed()
    .slice(0, 20)
    .map(({ id, because, pack, decision }) =>
      make(
        'li',
        {},
        make('a', { href: address({ review: id }) }, `${writeReason(because)}, ${pack}`),
        ' ',
        decision && renderOutcome(decision.outcome),
        make('span', { class: 'soft' }, decision ? ` ${writeFullTime(decision.at)}` : ''),
      ),
    )
  const list =
    rows.length === 0
      ? make('p', { class: 'soft' }, 'Nothing.')
      : make('ul', { class: 'lines' }, ...rows)
  return make('details', { class: 'card' }, make('summary', {}, 'Decided lately'), list)
}
