// Lists the packs that were run for a transaction, by its timeline. Reading their runs starts none.
import { make } from '/pages/element.js'
import { renderOutcome, renderTable, section } from '/pages/parts.js'
import { read } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Entry } from '/pages/timeline.js' */
/**
 * @typedef {{ packVersion: number, status: string, outcome?: string, stopReason?: string, waitingFor: string[],
 *   startedAt: string, endedAt?: string }} Run
 */

/**
 * @param {Reading} reading
 * @param {string} id
 * @param {Entry[]} entries
 */
export async function renderRuns(reading, id, entries) {
  const started = entries.filter(({ kind }) => kind === 'pack-started')
  const names = [...new Set(started.map(({ outcome = '' }) => outcome.replace(/@\d+$/, '')))]
  if (names.length === 0) return section('packs', 'Packs', make('p', { class: 'soft' }, 'None.'))
  const found = await Promise.all(
    names.map(async (name) => {
      const path = `/v1/packs/${encodeURIComponent(name)}/${encodeURIComponent(id)}/runs`
      /** @type {{ runs: Run[] }} */
      const { runs } = await read(reading, path)
      return runs.map((run) => renderRun(name, id, run))
    }),
  )
  const heads = ['Pack', 'Outcome', 'Reason', 'Waits for', 'Began', 'Ended']
  return section('packs', 'Packs', renderTable('Runs', heads, found.flat()))
}

/**
 * @param {string} name
 * @param {string} id
 * @param {Run} run
 */
function renderRun(name, id, run) {
  const { packVersion, status, outcome, stopReason = '', waitingFor, startedAt, endedAt } = run
  const href = `/packs#${new URLSearchParams({ pack: name, transaction: id })}`
  return [
    make('a', { href }, `${name} ${packVersion}`),
    renderOutcome(outcome ?? status),
    stopReason,
    waitingFor.join(', '),
    writeFullTime(startedAt),
    endedAt === undefined ? '' : writeFullTime(endedAt),
  ]
}
