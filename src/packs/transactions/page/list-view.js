// Lists transactions, the newest first, by state and time, or those of a person who was searched for.
import { make } from '/pages/element.js'
import { readIfAllowed } from '/pages/reading.js'
import { renderFilter } from './filter.js'
import { startFound } from './found.js'
import { renderOpenById, renderSearch } from './search.js'

/** @import { Reading } from '/pages/reading.js' */

/** @param {Reading} reading */
export async function showList(reading) {
  const { asked, client } = reading
  const filter = new URLSearchParams(asked)
  const listed = (/** @type {string | undefined} */ cursor) => {
    const query = new URLSearchParams(filter)
    if (cursor !== undefined) query.set('cursor', cursor)
    return `/v1/transactions?${query}`
  }
  const found = startFound((cursor) => client.read(listed(cursor)))
  const first = await readIfAllowed(reading, listed(undefined))
  if (first) found.begin('The newest', first)
  return [
    make('h2', { tabindex: '-1' }, 'Transactions'),
    ...(first
      ? [renderSearch(reading, found), renderFilter(asked), renderOpenById(), found.element]
      : [
          make('p', { class: 'soft' }, 'Lists and search need the scope reports:read.'),
          renderOpenById(),
        ]),
  ]
}
