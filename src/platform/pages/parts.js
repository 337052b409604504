// Parts that the views of several pages are made of.
import { make } from './element.js'

/**
 * @param {string} id
 * @param {string} title
 * @param {...(Node | undefined)} content
 */
export function section(id, title, ...content) {
  return make(
    'section',
    { class: 'card', 'aria-labelledby': id },
    make('h3', { id }, title),
    ...content,
  )
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Node} control
 */
export const field = (id, label, control) =>
  make('div', {}, make('label', { for: id }, label), control)

/**
 * Entries whose value is undefined are left out.
 * @param {readonly (readonly [string, string | Node | undefined])[]} facts
 */
export function renderFacts(facts) {
  const rows = facts.flatMap(([term, value]) =>
    value === undefined ? [] : [make('div', {}, make('dt', {}, term), make('dd', {}, value))],
  )
  return make('dl', { class: 'facts' }, ...rows)
}

/**
 * The first cell of each row is its heading; numbers are aligned right.
 * @param {string} caption
 * @param {string[]} heads
 * @param {(string | Node)[][]} rows
 */
export function renderTable(caption, heads, rows) {
  const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)))
  const body = rows.map(([first = '', ...cells]) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, first),
      ...cells.map((text) => make('td', {}, text)),
    ),
  )
  const table = make(
    'table',
    {},
    make('caption', {}, caption),
    make('thead', {}, head),
    make('tbody', {}, ...body),
  )
  return make(
    'div',
    { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': caption },
    table,
  )
}

/**
 * A box whose content is loaded when it is first opened.
 * @param {string} title
 * @param {() => Promise<Node>} show
 * @param {Record<string, string>} [attributes] of its summary line
 */
export function opens(title, show, attributes = {}) {
  const inside = make('div', { role: 'status' })
  const box = make('details', {}, make('summary', attributes, title), inside)
  box.addEventListener('toggle', () => void fill(), { once: true })
  return box

  async function fill() {
    inside.textContent = 'Loading…'
    inside.replaceChildren(await show().catch((/** @type {Error} */ { message }) => message))
  }
}

const good = new Set(['approved'])
const bad = new Set(['rejected', 'denied', 'cancelled'])

/**
 * An outcome with a colour for its kind, and a sign for readers who do not see the colour.
 * @param {string} outcome
 */
export function renderOutcome(outcome) {
  const kind = kindOf(outcome)
  return make('span', { class: 'outcome', 'data-kind': kind }, outcome)
}

/**
 * @param {string} outcome
 * @returns {'good' | 'bad' | 'review' | 'other'}
 */
export function kindOf(outcome) {
  if (good.has(outcome)) return 'good'
  if (bad.has(outcome)) return 'bad'
  return outcome === 'review' || outcome === 'again' ? 'review' : 'other'
}
