// Shows the test cases of a version, which the service runs on request.
import { announce, make } from '/pages/element.js'
import { section } from '/pages/parts.js'
import { explain } from '/pages/reading.js'
import { pathOf } from './parts.js'

/** @import { Reading } from '/pages/reading.js' */
/** @typedef {{ name: string, holds: boolean, differences: string[] }} Case */
/** @typedef {{ held: number, failed: number, cases: Case[] }} CaseReport */

/**
 * @param {Reading} reading
 * @param {string} name
 * @param {number} version
 * @param {CaseReport} report
 */
export function renderCases({ client }, name, version, report) {
  const said = make('p', { class: 'said', role: 'status' })
  const list = make('div', {}, ...renderReport(report))
  const again = make(
    'button',
    { type: 'button', class: 'button', click: () => void run() },
    'Run them again',
  )
  return section(
    'cases',
    'Test cases',
    list,
    ...(report.cases.length > 0 ? [make('p', { class: 'row' }, again), said] : []),
  )

  async function run() {
    const answer = await client.read(pathOf(name, `versions/${version}/cases`))
    if (answer.kind !== 'ok') return void (said.textContent = explain(answer))
    list.replaceChildren(...renderReport(answer.body))
    announce(sum(answer.body))
  }
}

/** @param {CaseReport} report */
function renderReport({ cases, held, failed }) {
  if (cases.length === 0)
    return [make('p', { class: 'soft' }, 'None were published with this version.')]
  return [
    make('p', { class: 'soft' }, sum({ held, failed })),
    make('ul', { class: 'lines' }, ...cases.map(renderCase)),
  ]
}

/** @param {Case} one */
const renderCase = ({ name, holds, differences }) =>
  make(
    'li',
    {},
    make('p', {}, make('span', { class: 'tag' }, holds ? '✓ holds' : '! fails'), ` ${name}`),
    ...differences.map((text) => make('p', { class: 'fault' }, text)),
  )

/** @param {{ held: number, failed: number }} report */
const sum = ({ held, failed }) =>
  failed > 0
    ? `${failed} of ${held + failed} do not hold.`
    : held === 1
      ? 'It holds.'
      : `All ${held} hold.`
