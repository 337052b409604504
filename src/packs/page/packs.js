// The page of packs: shows the view that the address names.
import { startShell } from '/pages/shell.js'
import { showDifference } from './difference-view.js'
import { showList } from './list-view.js'
import { showPack } from './pack-view.js'
import { showRun } from './run-view.js'

/** @import { Reading } from '/pages/reading.js' */

startShell({ title: 'Packs', home: 'All packs', choose })

/** @param {Reading} reading */
function choose(reading) {
  const { asked } = reading
  const pack = asked.get('pack')
  if (pack === null) return showList(reading)
  const [from, version, transaction] = ['from', 'version', 'transaction'].map((key) =>
    asked.get(key),
  )
  if (transaction) return showRun(reading, pack, transaction)
  if (from && version) return showDifference(reading, pack, from, version)
  return showPack(reading, pack, version ?? undefined)
}
