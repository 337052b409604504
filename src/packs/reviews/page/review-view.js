// Shows one review: why it was opened, the facts, and the form of the decision.
import { make } from '/pages/element.js'
import { renderFacts, renderTable, section } from '/pages/parts.js'
import { explain, read } from '/pages/reading.js'
import { writeClock, writeFullTime } from '/pages/time.js'
import { renderDecision } from './decide.js'
import { renderEvidence } from './evidence.js'
import { writeReason, writeSign, writeValue } from './words.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Review } from './queue-view.js' */
/** @typedef {{ fact: string, value: unknown, saw?: unknown, decided?: true }} Seen */
/**
 * @typedef {Review & { against: string[], again: string[], modules: Record<string, string>,
 *   seen: Seen[], evidence: { kind: string, href: string }[], note?: string }} Detail
 */

/**
 * Shows the claimed review. `done` is called when the reader has decided it or given it back.
 * @param {Reading} reading
 * @param {string} id
 * @param {() => void} done
 */
export async function renderReview(reading, id, done) {
  /** @type {Detail} */
  const review = await read(reading, `/v1/reviews/${id}`)
  return [
    renderHand(reading, review, done),
    renderWhy(review),
    make(
      'div',
      { class: 'sides' },
      make('div', { class: 'stack' }, ...renderSeen(review), renderEvidence(reading, review)),
      renderDecision(reading, review, done),
    ),
  ]
}

/**
 * @param {Reading} reading
 * @param {Detail} review
 * @param {() => void} done
 */
function renderHand({ client }, { id, claimedUntil }, done) {
  const until = make('p', { role: 'status' })
  say(claimedUntil)
  const keep = make(
    'button',
    { type: 'button', class: 'button', 'data-key': 'k', click: () => void prolong() },
    'Keep it longer',
  )
  const back = make(
    'button',
    { type: 'button', class: 'button', 'data-key': 'b', click: () => void release() },
    'Give it back',
  )
  return make('div', { class: 'hand' }, until, keep, back)

  async function release() {
    const answer = await client.send(`/v1/reviews/${id}/release`, {})
    if (answer.kind === 'ok') done()
    else until.textContent = explain(answer)
  }

  async function prolong() {
    const answer = await client.send(`/v1/reviews/${id}/claim`, {})
    if (answer.kind === 'ok') say(answer.body.claimedUntil)
    else until.textContent = explain(answer)
  }

  /** @param {string | undefined} time */
  function say(time) {
    until.textContent =
      time === undefined ? 'It has gone back to the queue.' : `Yours until ${writeClock(time)}.`
  }
}

/** @param {Detail} review */
export function renderWhy({ title, because, pack, step, openedAt, deadlineAt, ...more }) {
  const { priority, awaitsSecond, transactionId, source, against } = more
  const isTwice = more.people === 2 || against.length > 0
  const facts = renderFacts([
    ['Came from', `${source === 'link' ? 'verification link' : 'pack'} ${pack}`],
    ['Step', step],
    ['Came', writeFullTime(openedAt)],
    ['Deadline', `${writeFullTime(deadlineAt)}${priority === 'overdue' ? ', passed' : ''}`],
    ['Transaction', make('a', { href: `/console/transactions/${transactionId}` }, transactionId)],
    ['Second person', awaitsSecond ? 'you: the first has decided' : undefined],
  ])
  const reason = make('p', { class: 'because' }, title ?? writeReason(because))
  const code = make('p', { class: 'soft' }, make('code', {}, because))
  const signs = against.map((one) => make('li', {}, writeSign(one)))
  const warning = make(
    'div',
    { class: 'warning', role: 'group', 'aria-label': 'Two people' },
    make(
      'p',
      {},
      make(
        'strong',
        {},
        more.people === 2 ? 'It takes two people.' : 'Approving takes two people.',
      ),
    ),
    ...(signs.length > 0 ? [make('ul', {}, ...signs)] : []),
  )
  return section('why', 'Why it is here', reason, code, ...(isTwice ? [warning] : []), facts)
}

/** @param {Detail} review */
export function renderSeen({ seen, modules }) {
  const deciding = seen.filter(({ decided }) => decided)
  /** @type {[string, string][]} */
  const first = deciding.map((one) => [one.fact, writeSeen(one)])
  const others = seen.filter(({ decided }) => !decided)
  const groups = Map.groupBy(others, ({ fact }) => fact.split('.')[0] ?? '')
  const lists = [...groups].map(([group, facts]) =>
    make(
      'div',
      {},
      make('h4', {}, spell(group)),
      renderFacts(facts.map((one) => [spell(one.fact.slice(group.length + 1)), writeSeen(one)])),
    ),
  )
  const states = Object.entries(modules)
  return [
    section(
      'seen',
      'What was seen',
      ...(first.length > 0
        ? [make('div', {}, make('h4', {}, 'what decided'), renderFacts(first))]
        : []),
      ...(lists.length + first.length > 0
        ? lists
        : [make('p', { class: 'soft' }, 'Nothing is known.')]),
    ),
    ...(states.length > 0
      ? [
          section(
            'modules',
            'Modules',
            renderTable('How far each has come', ['Module', 'State'], states),
          ),
        ]
      : []),
  ]
}

/** @param {Seen} one */
const writeSeen = ({ fact, value, saw }) =>
  saw === undefined
    ? writeValue(fact, value)
    : `${writeValue(fact, value)} (the run saw ${writeValue(fact, saw)})`

/**
 * Splits a name into words: `personNameMatches` becomes “person name matches”.
 * @param {string} name
 */
const spell = (name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
