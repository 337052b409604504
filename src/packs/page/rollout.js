// Shows which versions new runs get, with a form to change it.
import { announce, make } from '/pages/element.js'
import { field, section } from '/pages/parts.js'
import { explain } from '/pages/reading.js'
import { writeLive } from './list-view.js'
import { pathOf, select } from './parts.js'
import { confirmRollout } from './rollout-dialog.js'

/** @import { Reading } from '/pages/reading.js' */
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
  let current = live
  const state = make('p', { class: 'soft' }, writeLive(current))
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
    const asked = {
      version: Number(version.value),
      percent: Number(percent.value),
      ...(beside.value !== '' && { shadow: Number(beside.value) }),
    }
    const [first] = current
    const message = await confirmRollout({
      name,
      before: writeLive(current),
      after: writeChange(asked, current),
      version: asked.version,
      ...(first && { from: first.version }),
    })
    if (message === undefined) return void (said.textContent = 'Nothing was changed.')
    const answer = await client.put(pathOf(name, 'live'), { ...asked, message })
    said.textContent = answer.kind === 'ok' ? 'Rolled out.' : explain(answer)
    if (answer.kind !== 'ok') return
    current = answer.body.live
    state.textContent = writeLive(current)
    announce(`Rolled out: ${state.textContent}`)
  }
}

/**
 * Describes the change in words; the remaining share stays with what was live before.
 * @param {{ version: number, percent: number, shadow?: number }} asked
 * @param {import('./list-view.js').Live[]} before
 */
function writeChange({ version, percent, shadow }, before) {
  const rest = percent < 100 ? `, the rest what is ${writeLive(before)}` : ''
  const beside = shadow === undefined ? '' : `; version ${shadow} is evaluated beside it`
  return `version ${version} for ${percent} % of new runs${rest}${beside}`
}

/** @param {{ version: number }} listed */
const numberOf = ({ version }) => version
