// The page of webhooks: all endpoints, or one with its log.
import { startShell } from '/pages/shell.js'
import { showEndpoint } from './endpoint-view.js'
import { showList } from './list-view.js'

/** @import { Reading } from '/pages/reading.js' */

startShell({ title: 'Webhooks', home: 'All endpoints', choose })

/** @param {Reading} reading */
function choose(reading) {
  const id = reading.asked.get('endpoint')
  return id === null ? showList(reading) : showEndpoint(reading, id)
}
