// Shows the pictures of a transaction. They are fetched only when asked for, because each view is audited.
import { make } from './element.js'
import { explain } from './reading.js'

/** @import { Reading } from './reading.js' */

/** @type {Readonly<Record<string, string>>} */
const names = {
  selfieUrl: 'Selfie',
  documentFrontUrl: 'Document, front',
  documentBackUrl: 'Document, back',
}

/**
 * @param {Reading} reading
 * @param {string[]} paths that answer with addresses of pictures
 */
export async function renderPictures({ client, signal }, paths) {
  const answers = await Promise.all(paths.map((path) => client.read(path)))
  const refused = answers.find(
    (one) => one.kind !== 'ok' && !(one.kind === 'problem' && one.status === 404),
  )
  if (refused && refused.kind !== 'ok') throw new Error(explain(refused))
  const addresses = answers.flatMap((one) => (one.kind === 'ok' ? Object.entries(one.body) : []))
  const shown = addresses.filter(([name]) => names[name] !== undefined)
  if (shown.length === 0) return make('p', {}, 'There are none.')
  const figures = shown.map(([name, url]) => renderPicture(names[name] ?? '', String(url), signal))
  return make('div', { class: 'pictures' }, ...(await Promise.all(figures)))
}

/**
 * Fetches the picture from this page’s own origin, whatever public address the URL has.
 * @param {string} name
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function renderPicture(name, url, signal) {
  const { pathname, search } = new URL(url)
  const answer = await fetch(pathname + search, { credentials: 'omit', cache: 'no-store', signal })
  if (!answer.ok) return make('p', {}, `${name}: cannot be shown`)
  const source = URL.createObjectURL(await answer.blob())
  signal.addEventListener('abort', () => URL.revokeObjectURL(source))
  const image = make('img', { src: source, alt: name })
  return make('figure', {}, image, make('figcaption', {}, name))
}
