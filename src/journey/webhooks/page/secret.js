// Renders a secret, which only one answer contains: it is shown once, with a button to copy it.
import { make, makeCopyButton } from '/pages/element.js'

/** @import { Endpoint } from './list-view.js' */

/** @param {Endpoint} endpoint with the secret, from the answer that created it */
export function renderSecret({ url, secret }) {
  if (secret === undefined)
    return make('p', { tabindex: '-1' }, 'It is made. The answer before this one had its secret.')
  const code = make('code', {}, secret)
  return make(
    'div',
    { class: 'secret stack', role: 'group', 'aria-label': 'Secret', tabindex: '-1' },
    make('p', {}, make('strong', {}, 'The secret of '), url),
    make('p', {}, code),
    make('p', {}, 'It is shown this once. Keep it where the receiver reads it.'),
    make('p', {}, makeCopyButton(secret, 'Copy the secret', code)),
  )
}
