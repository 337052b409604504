// What there is to look at: pictures, where the token may see them, and what happened. Nothing is fetched before it is
// asked for, because who looks stands in the audit.
import { make } from '/pages/element.js'
import { renderTable, section } from '/pages/parts.js'
import { explain, read } from '/pages/reading.js'
import { writeFullTime } from '/pages/time.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Detail } from './review-view.js' */

/**
 * @param {Reading} reading
 * @param {Detail} review
 */
export function renderEvidence(reading, { evidence }) {
  const hrefOf = (/** @type {string} */ kind) => evidence.find((one) => one.kind === kind)?.href
  const [timeline, selfie, picture] = ['timeline', 'selfie', 'document'].map(hrefOf)
  return section(
    'evidence',
    'To look at',
    ...(selfie && picture
      ? [opens('Pictures', 'p', () => renderPictures(reading, [selfie, picture]))]
      : [make('p', { class: 'soft' }, 'Pictures need the scope images:read.')]),
    ...(timeline ? [opens('What happened', 't', () => renderTimeline(reading, timeline))] : []),
  )
}

/**
 * @param {string} title
 * @param {string} key
 * @param {() => Promise<Node>} show
 */
function opens(title, key, show) {
  const inside = make('div', { role: 'status' })
  const summary = make('summary', { 'data-key': key }, title)
  const box = make('details', {}, summary, inside)
  box.addEventListener('toggle', () => void fill(), { once: true })
  return box

  async function fill() {
    inside.textContent = 'Loading…'
    inside.replaceChildren(await show().catch((/** @type {Error} */ { message }) => message))
  }
}

/** @type {Readonly<Record<string, string>>} */
const names = {
  selfieUrl: 'Selfie',
  documentFrontUrl: 'Document, front',
  documentBackUrl: 'Document, back',
}

/**
 * @param {Reading} reading
 * @param {string[]} paths
 */
async function renderPictures({ client, signal }, paths) {
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
 * By this page's own origin, whatever the address of the service is called outside.
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

/**
 * @param {Reading} reading
 * @param {string} path
 */
async function renderTimeline(reading, path) {
  /** @type {{ time: string, kind: string, module?: string, outcome?: string, reason?: string }[]} */
  const entries = await read(reading, path)
  const rows = entries.map(({ time, kind, module = '', outcome = '', reason = '' }) => [
    kind,
    module,
    outcome,
    reason,
    writeFullTime(time),
  ])
  return renderTable(
    'What happened, in order',
    ['What', 'Module', 'Outcome', 'Reason', 'When'],
    rows,
  )
}
