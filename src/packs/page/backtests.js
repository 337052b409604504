// Starts backtests and shows their progress: what another version would have decided for past transactions.
import { announce, make } from '/pages/element.js'
import { field, section } from '/pages/parts.js'
import { explain } from '/pages/reading.js'
import { renderReport } from './report.js'
import { pathOf, select } from './parts.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Pack } from './list-view.js' */

const againMs = 1_000

/**
 * @param {Reading} reading
 * @param {Pack} pack
 */
export function renderBacktests({ client, signal }, { name, live, versions }) {
  const numbers = versions.map(({ version }) => version)
  const newest = numbers.at(-1) ?? 1
  const version = select('backtest-version', numbers, newest)
  const against = select('backtest-against', ['', ...numbers], live[0]?.version ?? '', 'all')
  const limit = make('input', {
    id: 'backtest-limit',
    type: 'number',
    min: '1',
    max: '1000000',
    value: '10000',
    inputmode: 'numeric',
    required: true,
  })
  const said = make('p', { class: 'said', role: 'status' })
  const report = make('div', { class: 'stack' })
  const form = make(
    'form',
    { class: 'fields', submit: (event) => void submit(event) },
    field('backtest-version', 'Version to try', version),
    field('backtest-against', 'Only runs of version', against),
    field('backtest-limit', 'Runs at most', limit),
    make('button', { class: 'button' }, 'Try it'),
    said,
  )
  const words =
    'Evaluates a version over the recorded results of past runs; nobody is called and nothing is sent.'
  return section('backtest', 'Backtest', make('p', { class: 'soft' }, words), form, report)

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault()
    report.replaceChildren()
    const body = {
      version: Number(version.value),
      limit: Number(limit.value),
      ...(against.value !== '' && { against: Number(against.value) }),
    }
    const answer = await client.send(pathOf(name, 'backtests'), body)
    if (answer.kind !== 'ok') return void (said.textContent = explain(answer))
    await follow(answer.body.id)
  }

  /** @param {string} id */
  async function follow(id) {
    while (!signal.aborted) {
      const answer = await client.read(pathOf(name, `backtests/${id}`))
      if (answer.kind !== 'ok') return void (said.textContent = explain(answer))
      const { status, progress } = answer.body
      const percent = Math.round(progress * 100)
      said.textContent = status === 'running' ? `Running: ${percent} %` : ''
      if (status !== 'running') {
        report.replaceChildren(...renderReport(answer.body))
        return announce(`The backtest has ${status}.`)
      }
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}
