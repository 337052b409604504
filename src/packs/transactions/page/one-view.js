// Shows one transaction: open tasks, pack runs, messages, timeline. The personal record and the pictures are loaded
// only on request, because each view is audited.
import { make, makeCopyButton } from '/pages/element.js'
import { opens, renderFacts, section } from '/pages/parts.js'
import { renderPictures } from '/pages/pictures.js'
import { read } from '/pages/reading.js'
import { renderTimeline } from '/pages/timeline.js'
import { writeFullTime } from '/pages/time.js'
import { renderAgenda } from './agenda.js'
import { renderMessages } from './messages.js'
import { renderRecord } from './record.js'
import { renderRuns } from './runs.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Entry } from '/pages/timeline.js' */
/** @import { Agenda } from './agenda.js' */

/**
 * @param {Reading} reading
 * @param {string} id
 */
export async function showOne(reading, id) {
  const path = `/v1/transaction/${encodeURIComponent(id)}`
  /** @type {[Entry[], Agenda]} */
  const [entries, agenda] = await Promise.all([
    read(reading, `${path}/timeline`),
    read(reading, `${path}/agenda`),
  ])
  const [runs, messages] = await Promise.all([
    renderRuns(reading, id, entries),
    renderMessages(reading, path),
  ])
  const pictures = [`${path}/biometrics/selfie`, `${path}/biometrics/document`]
  return [
    make('nav', { 'aria-label': 'Way back', class: 'path' }, make('a', { href: '#' }, 'All transactions')), // prettier-ignore
    make('h2', { tabindex: '-1' }, 'A transaction'),
    renderHead(id, entries, agenda),
    renderAgenda(agenda),
    runs,
    messages,
    section(
      'evidence',
      'To look at',
      opens('The record of the person', async () => renderRecord(await read(reading, path))),
      opens('Pictures', () => renderPictures(reading, pictures)),
    ),
    section('timeline', 'What happened', renderTimeline(entries)),
  ]
}

/**
 * @param {string} id
 * @param {Entry[]} entries
 * @param {Agenda} agenda
 */
function renderHead(id, entries, { workflow }) {
  const [first] = entries
  const code = make('code', {}, id)
  const isSandbox = first?.outcome === 'sandbox'
  const run = workflow.url
    ? make('a', { href: workflow.url, target: '_blank', rel: 'noopener' }, workflow.id)
    : make('code', {}, workflow.id)
  const facts = renderFacts([
    ['Created', first && writeFullTime(first.time)],
    ['Last entry', writeFullTime(entries.at(-1)?.time ?? '')],
    ['In Temporal', run],
    ['In the sandbox', isSandbox ? make('a', { href: `/sandbox#transaction=${id}` }, 'its messages and clock') : undefined], // prettier-ignore
  ])
  const again = { type: 'button', class: 'button', click: lookAgain }
  const buttons = make(
    'p',
    { class: 'row' },
    makeCopyButton(id, 'Copy id', code),
    make('button', again, 'Look again'),
  )
  return make('div', { class: 'card stack' }, make('p', {}, code), facts, buttons)
}

const lookAgain = () => void dispatchEvent(new Event('hashchange'))
