// Lists all packs, with a form to find a run.
import { make } from '/pages/element.js'
import { address, read } from '/pages/reading.js'
import { renderFields } from './fields.js'

/** @import { Reading } from '/pages/reading.js' */
/** @typedef {{ version: number, percent: number }} Live */
/** @typedef {{ version: number, sha256: string, publishedAt: string, publishedBy: string, message?: string }} Listed */
/** @typedef {{ name: string, live: Live[], shadow?: number, versions: Listed[] }} Pack */

/** @param {Reading} reading */
export async function showList(reading) {
  /** @type {Pack[]} */
  const packs = await read(reading, '/v1/packs')
  const list = make('ul', { class: 'packs' }, ...packs.map(renderPack))
  return [
    make('h2', { tabindex: '-1' }, 'Packs'),
    list,
    renderRunForm(packs),
    renderFields(reading),
  ]
}

/** @param {Pack} pack */
function renderPack({ name, live, shadow, versions }) {
  const count = versions.length === 1 ? '1 version' : `${versions.length} versions`
  const facts = [
    writeLive(live),
    count,
    ...(shadow === undefined ? [] : [`shadow: version ${shadow}`]),
  ]
  return make(
    'li',
    { class: 'card' },
    make('a', { href: address({ pack: name }) }, name),
    make('p', { class: 'soft' }, facts.join(' · ')),
  )
}

/** @param {Live[]} live */
export function writeLive(live) {
  if (live.length === 0) return 'nothing live'
  const [only] = live
  if (only && live.length === 1) return `live: version ${only.version}`
  return `live: ${live.map(({ version, percent }) => `version ${version} for ${percent} %`).join(', ')}`
}

/** @param {Pack[]} packs */
function renderRunForm(packs) {
  const options = packs.map(({ name }) => make('option', { value: name }, name))
  const pack = make('select', { id: 'run-pack' }, ...options)
  const id = make('input', {
    id: 'run-transaction',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'none',
    required: true,
  })
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault()
    location.hash = address({ pack: pack.value, transaction: id.value.trim() })
  }
  return make(
    'form',
    { class: 'card fields', submit },
    make('h3', {}, 'Look at a run'),
    make('div', {}, make('label', { for: 'run-pack' }, 'Pack'), pack),
    make('div', {}, make('label', { for: 'run-transaction' }, 'Id of the transaction'), id),
    make('button', { class: 'button' }, 'Show the run'),
  )
}
