// Parts that several views of packs share.
import { make } from '/pages/element.js'
import { address } from '/pages/reading.js'

/**
 * The links back to the list and to the pack.
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
 * @param {string} name
 * @param {string | number} [rest]
 */
export const pathOf = (name, rest) =>
  `/v1/packs/${encodeURIComponent(name)}${rest === undefined ? '' : `/${rest}`}`
