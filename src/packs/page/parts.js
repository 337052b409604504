// Parts that several views are made of.
import { make } from '/pages/element.js'
import { address } from './reading.js'

/**
 * The way back.
 * @param {string} [name] of the pack where it is not the page itself
 * @param {boolean} [isInside]
 */
export function renderPath(name, isInside = false) {
  return make(
    'nav',
    { 'aria-label': 'Way back', class: 'path' },
    make('a', { href: '#' }, 'All packs'),
    ...(isInside && name !== undefined ? [make('a', { href: address({ pack: name }) }, name)] : []),
  )
}

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
 * @param {(string | number)[]} values
 * @param {string | number} chosen
 * @param {string} [empty] what the empty value is called
 */
export function select(id, values, chosen, empty = 'none') {
  const options = values
    .toReversed()
    .map((value) =>
      make(
        'option',
        { value: String(value), ...(value === chosen && { selected: true }) },
        value === '' ? empty : String(value),
      ),
    )
  return make('select', { id }, ...options)
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Node} control
 */
export const field = (id, label, control) =>
  make('div', {}, make('label', { for: id }, label), control)

/**
 * The first cell of each row is its heading; numbers stand right.
 * @param {string} caption
 * @param {string[]} heads
 * @param {string[][]} rows
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
