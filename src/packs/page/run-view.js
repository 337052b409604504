// Shows one run as drawing and in words, and refreshes it while the run is open.
import { make } from '/pages/element.js'
import { writeFullTime } from '/pages/time.js'
import { renderFacts, renderOutcome } from '/pages/parts.js'
import { read } from '/pages/reading.js'
import { renderDrawing, renderSteps } from './drawing.js'
import { pathOf, renderPath } from './parts.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Step } from './drawing.js' */
/**
 * @typedef {{ id: string, version: number, status: string, outcome?: string, stopReason?: string,
 *   startedAt: string, endedAt?: string, steps: Step }} Run
 */

const againMs = 5_000

/**
 * @param {Reading} reading
 * @param {string} name
 * @param {string} transactionId
 */
export async function showRun(reading, name, transactionId) {
  const path = pathOf(name, `${encodeURIComponent(transactionId)}/run`)
  const box = make('div', { class: 'stack' })
  const heading = make('h2', { tabindex: '-1' }, `A run of ${name}`)
  await show()
  return [
    renderPath(name, true),
    heading,
    make(
      'p',
      { class: 'soft' },
      make(
        'a',
        { href: `/console/transactions/${transactionId}` },
        make('code', {}, transactionId),
      ),
    ),
    box,
  ]

  async function show() {
    // The values of conditions are requested only once, when the run has ended, because each request is audited.
    /** @type {Run} */
    const open = await read(reading, `${path}?values=false`)
    const isOpen = open.status === 'processing'
    /** @type {Run} */
    const run = isOpen ? open : await read(reading, path)
    const drawing = await renderDrawing(
      reading,
      `${path}/drawing${isOpen ? '?values=false' : ''}`,
      `Drawing of the run, version ${run.version}`,
    )
    if (reading.signal.aborted) return
    box.replaceChildren(
      renderRunFacts(run),
      drawing,
      make('div', { class: 'card' }, renderSteps(run.steps)),
    )
    if (run.status === 'processing') setTimeout(showAgain, againMs)
  }

  /** Nothing is requested while the page is hidden; a failure keeps the present view. */
  function showAgain() {
    if (reading.signal.aborted) return
    if (document.hidden) setTimeout(showAgain, againMs)
    else show().catch(() => setTimeout(showAgain, againMs))
  }
}

/** @param {Run} run */
function renderRunFacts({ version, status, outcome, stopReason, startedAt, endedAt }) {
  const list = renderFacts([
    ['Status', status === 'partial' ? 'partial: a module failed for a technical reason' : status],
    ['Reason', stopReason],
    ['Version', String(version)],
    ['Began', writeFullTime(startedAt)],
    ['Ended', endedAt && writeFullTime(endedAt)],
  ])
  const verdict = outcome === undefined ? undefined : make('p', {}, renderOutcome(outcome))
  return make('div', { class: 'card stack' }, verdict, list)
}
