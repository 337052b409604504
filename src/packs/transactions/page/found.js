// A list that grows page by page: ids, codes and times.
import { announce, make } from '/pages/element.js'
import { renderOutcome, section } from '/pages/parts.js'
import { address, explain } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'
import { writeWaiting } from './agenda.js'

/** @import { Answer } from '/pages/api.js' */
/** @import { Waiting } from './agenda.js' */
/**
 * @typedef {{ pack: string, version: number, runId: string, status: string, outcome?: string }} Run
 * @typedef {{ id: string, createdAt: string, updatedAt: string, status: string, packs: Run[], review?: string,
 *   waiting?: Waiting }} Listed
 * @typedef {{ transactions: Listed[], next?: string }} Page
 * @typedef {(cursor: string | undefined) => Promise<Answer>} Ask
 * @typedef {{ element: HTMLElement, begin: (title: string, page: Page, ask?: Ask) => void }} Found
 */

/**
 * @param {Ask} askUsual for a further page of the initial list
 * @returns {Found}
 */
export function startFound(askUsual) {
  const list = make('ul', { class: 'lines' })
  const said = make('p', { class: 'soft', role: 'status' })
  const more = make('button', { type: 'button', class: 'button', click: () => void goOn() }, 'More')
  const element = section('found', 'The newest', said, list, make('p', {}, more))
  let ask = askUsual
  /** @type {string | undefined} */
  let next
  return { element, begin }

  /**
   * @param {string} title
   * @param {Page} page
   * @param {Ask} [asking]
   */
  function begin(title, page, asking = askUsual) {
    ask = asking
    list.replaceChildren()
    element.querySelector('h3')?.replaceChildren(title)
    add(page)
    announce(`${title}: ${said.textContent}`)
  }

  /** @param {Page} page */
  function add(page) {
    next = page.next
    list.append(...page.transactions.map(renderOne))
    more.hidden = next === undefined
    const count = list.children.length
    said.textContent =
      count === 0
        ? next === undefined
          ? 'None.'
          : 'None among those that were looked at.'
        : `${count} shown${next === undefined ? '' : ', and perhaps there are more'}`
  }

  async function goOn() {
    const answer = await ask(next)
    if (answer.kind === 'ok') add(answer.body)
    else said.textContent = explain(answer)
  }
}

/** @param {Listed} transaction */
function renderOne({ id, createdAt, status, packs, review, waiting }) {
  const time = make('time', { datetime: createdAt }, writeFullTime(createdAt))
  return make(
    'li',
    {},
    make('a', { href: address({ id }) }, time),
    make('code', { class: 'soft id' }, id),
    make(
      'p',
      { class: 'states' },
      ...(packs.length === 0 ? [make('span', { class: 'soft' }, writeStatus(status))] : []),
      ...packs.map(renderRun),
      review === undefined ? undefined : make('span', { class: 'soft' }, `review ${review}`),
    ),
    waiting && make('p', { class: 'soft' }, writeWaiting(waiting)),
  )
}

/** @param {Run} run */
const renderRun = ({ pack, version, status, outcome }) =>
  make('span', {}, `${pack} ${version} `, renderOutcome(outcome ?? status))

/** @param {string} status */
const writeStatus = (status) => (status === 'none' ? 'no pack' : status)
