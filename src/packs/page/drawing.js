// Shows a drawing, in a box that scrolls by itself, and the same in words.
import { make } from '/pages/element.js'
import { Refused } from '/pages/reading.js'

/** @import { Reading } from '/pages/reading.js' */
/**
 * @typedef {{ pointer: string, words: string, note?: string, state?: string, reach?: string, steps: Step[] }} Step
 */

/**
 * @param {Reading} reading
 * @param {string} path of the SVG
 * @param {string} label
 */
export async function renderDrawing(reading, path, label) {
  const { client, signal } = reading
  const answer = await client.readText(path)
  if (answer.kind !== 'ok') throw new Refused(answer)
  const url = URL.createObjectURL(new Blob([answer.body], { type: 'image/svg+xml' }))
  signal.addEventListener('abort', () => URL.revokeObjectURL(url))
  const picture = make('img', { src: url, alt: `${label}; the list below says it in words` })
  const box = {
    class: 'drawing',
    role: 'region',
    tabindex: '0',
    'aria-label': `${label}, scrolls sideways`,
  }
  return make('div', box, picture)
}

/** @param {Step} root */
export const renderSteps = (root) =>
  make(
    'ol',
    { class: 'steps' },
    ...(root.words === 'one after the other' ? root.steps : [root]).map(renderStep),
  )

/**
 * @param {Step} step
 * @returns {HTMLLIElement}
 */
function renderStep({ words, note, state, reach, steps }) {
  const line = make('span', { class: 'step' }, words)
  const more = [state, note].filter((one) => one !== undefined && one !== 'pending').join(', ')
  return make(
    'li',
    { class: state ?? '', ...(reach === 'untouched' && { 'data-untouched': true }) },
    line,
    more === '' ? undefined : make('span', { class: 'soft' }, ` ${more}`),
    steps.length === 0 ? undefined : make('ol', {}, ...steps.map(renderStep)),
  )
}
