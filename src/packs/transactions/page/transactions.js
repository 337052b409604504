// The page of transactions: the list with its search, or one transaction.
import { startShell } from '/pages/shell.js'
import { showList } from './list-view.js'
import { showOne } from './one-view.js'

/** @import { Reading } from '/pages/reading.js' */

startShell({ title: 'Transactions', home: 'All transactions', choose })

/** @param {Reading} reading */
function choose(reading) {
  const id = reading.asked.get('id')
  return id === null ? showList(reading) : showOne(reading, id)
}
