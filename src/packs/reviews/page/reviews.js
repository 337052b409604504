// The page of reviews: the queue with the claimed review, or one that was decided.
import { startShell } from '/pages/shell.js'
import { showDecided } from './decided-view.js'
import { showQueue } from './queue-view.js'

/** @import { Reading } from '/pages/reading.js' */

startShell({ title: 'Reviews', home: 'The queue', choose })

/** @param {Reading} reading */
function choose(reading) {
  const id = reading.asked.get('review')
  return id === null ? showQueue(reading) : showDecided(reading, id)
}
