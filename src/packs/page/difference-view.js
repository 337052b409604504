// Shows two versions side by side: their drawings, and their documents line by line.
import { make } from '/pages/element.js'
import { section } from '/pages/parts.js'
import { read } from '/pages/reading.js'
import { renderDrawing } from './drawing.js'
import { pathOf, renderPath } from './parts.js'

/** @import { Reading } from '/pages/reading.js' */
/** @typedef {{ left?: string, right?: string, same: boolean }} Row */

/**
 * @param {Reading} reading
 * @param {string} name
 * @param {string} from
 * @param {string} version
 */
export async function showDifference(reading, name, from, version) {
  const drawing = (/** @type {string} */ one) =>
    renderDrawing(
      reading,
      pathOf(name, `versions/${encodeURIComponent(one)}/drawing`),
      `Drawing of version ${one}`,
    )
  const asked = `versions/${encodeURIComponent(version)}/difference?from=${encodeURIComponent(from)}`
  const [before, after, difference] = await Promise.all([
    drawing(from),
    drawing(version),
    read(reading, pathOf(name, asked)),
  ])
  return [
    renderPath(name, true),
    make('h2', { tabindex: '-1' }, `${name}, from version ${from} to ${version}`),
    section('before', `Version ${from}`, before),
    section('after', `Version ${version}`, after),
    section('lines', 'Line by line', renderRows(difference.rows, from, version)),
  ]
}

/**
 * A line that is on one side only is marked by a word too, not only by its colour.
 * @param {Row[]} rows
 * @param {string} from
 * @param {string} version
 */
function renderRows(rows, from, version) {
  if (rows.every(({ same }) => same)) return make('p', {}, 'The two are the same.')
  const head = make(
    'tr',
    {},
    make('th', { scope: 'col' }, `Version ${from}`),
    make('th', { scope: 'col' }, `Version ${version}`),
  )
  const body = rows.map(({ left, right, same }) =>
    make(
      'tr',
      same ? { class: 'same' } : {},
      cell(left, same ? '' : 'removed'),
      cell(right, same ? '' : 'added'),
    ),
  )
  return make(
    'table',
    { class: 'difference' },
    make('caption', { class: 'hidden' }, 'The documents side by side'),
    make('thead', {}, head),
    make('tbody', {}, ...body),
  )
}

/**
 * @param {string | undefined} text
 * @param {string} change
 */
function cell(text, change) {
  if (text === undefined) return make('td', { class: 'none' })
  const word = change === '' ? undefined : make('span', { class: 'hidden' }, `${change}: `)
  return make('td', { class: change }, word, make('code', {}, text))
}
