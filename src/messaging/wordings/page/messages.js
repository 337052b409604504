// The page of messages: each as a person reads it, with its SMS parts and its price.
import { make } from '/pages/element.js'
import { read } from '/pages/reading.js'
import { startShell } from '/pages/shell.js'

/** @import { Reading } from '/pages/reading.js' */
/** @typedef {{ message: string, channel: string, language: string, account?: string, subject?: string, text: string,
 *   options?: { option: number, label: string }[], sms?: { encoding: string, units: number, segments: number },
 *   priceMicros?: number }} Wording */

startShell({ title: 'Messages', home: 'All messages', choose })

/** @param {Reading} reading */
async function choose(reading) {
  /** @type {Wording[]} */
  const wordings = await read(reading, '/v1/messages/wordings')
  const list = make('ul', { class: 'messages' }, ...wordings.map(renderWording))
  return [make('h2', { tabindex: '-1' }, 'Messages'), list]
}

/** @param {Wording} wording */
function renderWording({
  message,
  language,
  account,
  subject,
  text,
  options = [],
  sms,
  priceMicros,
}) {
  const facts = [
    language,
    account ?? 'no account',
    ...(sms ? [`${sms.segments} SMS (${sms.units} of ${sms.encoding})`] : []),
    priceMicros === undefined ? 'price known to the vendor alone' : `price ${priceMicros / 1e6}`,
    ...options.map(({ option, label }) => `${option}: ${label}`),
  ]
  return make(
    'li',
    { class: 'card' },
    make('h3', {}, message),
    make('p', { class: 'soft' }, facts.join(' · ')),
    subject === undefined ? undefined : make('p', {}, subject),
    make('pre', { lang: language }, text),
  )
}
