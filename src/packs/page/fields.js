// Lists the fields that conditions can read, with an example of each; loaded when it is opened.
import { make } from '/pages/element.js'
import { read } from '/pages/reading.js'

/** @import { Reading } from '/pages/reading.js' */
/** @typedef {{ path: string, type: string, meaning: string, example: string }} Field */

/** @param {Reading} reading */
export function renderFields(reading) {
  const found = make('ul', { class: 'known' })
  /** @type {Field[]} */
  let fields = []
  const word = make('input', { id: 'field-word', type: 'search', autocomplete: 'off' })
  const show = () => {
    const wanted = word.value.trim().toLowerCase()
    const shown = fields.filter(({ path, meaning }) =>
      `${path} ${meaning}`.toLowerCase().includes(wanted),
    )
    found.replaceChildren(...shown.map(renderField))
  }
  word.addEventListener('input', show)
  const details = make(
    'details',
    { class: 'card' },
    make('summary', {}, 'What conditions may read'),
    make('div', {}, make('label', { for: 'field-word' }, 'Only those with'), word),
    found,
  )
  const load = async () => {
    if (!details.open || fields.length > 0) return
    try {
      ;({ fields } = await read(reading, '/schemas/pack-fields.json'))
      show()
    } catch (error) {
      found.replaceChildren(make('li', {}, error instanceof Error ? error.message : String(error)))
    }
  }
  details.addEventListener('toggle', () => void load())
  return details
}

/** @param {Field} field */
function renderField({ path, type, meaning, example }) {
  return make(
    'li',
    {},
    make('code', {}, path),
    make('span', { class: 'soft' }, ` ${type}. ${meaning}`),
    make('p', { class: 'soft' }, 'As in ', make('code', {}, example)),
  )
}
