// What new runs get: changed here by whoever may.
import { announce, make } from '/pages/element.js'
import { writeLive } from './list-view.js'
import { field, section, select } from './parts.js'
import { explain, pathOf } from './reading.js'

/** @import { Reading } from './reading.js' */
/** @import { Pack } from './list-view.js' */

/**
 * @param {Reading} reading
 * @param {Pack} pack
 * @param {number} shown the version that is looked at
 */
export function renderRollout({ client }, { name, live, shadow, versions }, shown) {
  const version = select('live-version', versions.map(numberOf), shown)
  const beside = select('live-shadow', ['', ...versions.map(numberOf)], shadow ?? '')
  const percent = make('input', {
    id: 'live-percent',
    type: 'number',
    min: '1',
    max: '100',
    value: '100',
    inputmode: 'numeric',
    required: true,
  })
  const state = make('p', { class: 'soft' }, writeLive(live))
  const said = make('p', { class: 'said', role: 'status' })
  const form = make(
    'form',
    { class: 'fields', submit: (event) => void submit(event) },
    field('live-version', 'Version', version),
    field('live-percent', 'Percent of new runs', percent),
    field('live-shadow', 'Evaluated beside it', beside),
    make('button', { class: 'button' }, 'Roll out'),
    said,
  )
  const opens = make('details', {}, make('summary', {}, 'Change what new runs get'), form)
  return section('rollout', 'Rollout', state, opens)

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault()
    const body = {
      version: Number(version.value),
      percent: Number(percent.value),
      ...(beside.value !== '' && { shadow: Number(beside.value) }),
    }
    const answer = await client.put(pathOf(name, 'live'), body)
    said.textContent = answer.kind === 'ok' ? 'Rolled out.' : explain(answer)
    if (answer.kind !== 'ok') return
    state.textContent = writeLive(answer.body.live)
    announce(`Rolled out: ${state.textContent}`)
  }
}

/** @param {{ version: number }} listed */
const numberOf = ({ version }) => version
