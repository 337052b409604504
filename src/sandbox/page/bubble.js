// Shows one message of a chat: its bubble, its options, and the replies sent from this page.
import { make } from '/pages/element.js'
import { renderCode, renderLink } from './mail.js'
import { writeClock, writeFullTime } from '/pages/time.js'

/** @import { SandboxMessage } from '../schema.ts' */

/** @typedef {{ option: number } | { text: string }} Reply */
/** @typedef {{ words: string, option: number | undefined, at: string, state: string, failed: boolean }} Sent */

/**
 * @param {SandboxMessage} message
 * @param {Sent[]} sent
 * @param {(reply: Reply, words: string) => void} reply
 */
export function renderExchange(message, sent, reply) {
  const { text, createdAt } = message
  const received = make(
    'li',
    { class: 'received' },
    make(
      'div',
      { class: 'bubble' },
      make('p', { lang: '', dir: 'auto' }, text),
      renderTime(createdAt),
    ),
    renderCode(message),
    renderLink(message),
    renderOptions(message, sent, reply),
  )
  return [received, ...sent.map(renderOwn)]
}

/**
 * In WhatsApp a button; for an SMS, which has none, a shortcut that types the number.
 * @param {SandboxMessage} message
 * @param {Sent[]} sent
 * @param {(reply: Reply, words: string) => void} reply
 */
function renderOptions({ channel, options = [] }, sent, reply) {
  if (options.length === 0) return undefined
  const buttons = options.map(({ option, label }) => {
    const isTapped = sent.some((one) => one.option === option && !one.failed)
    const words = channel === 'sms' ? String(option) : label
    const attributes = {
      type: 'button',
      class: isTapped ? 'option tapped' : 'option',
      lang: '',
      click: () => reply({ option }, words),
    }
    return channel === 'sms'
      ? make('button', attributes, make('kbd', {}, String(option)), label)
      : make('button', attributes, label)
  })
  return make('div', { class: 'options' }, ...buttons)
}

/** @param {Sent} sent */
function renderOwn({ words, at, state, failed }) {
  return make(
    'li',
    { class: failed ? 'own failed' : 'own' },
    make('div', { class: 'bubble' }, make('p', { lang: '', dir: 'auto' }, words), renderTime(at)),
    make('span', { class: 'state' }, state),
  )
}

/** @param {string} iso */
const renderTime = (iso) =>
  make('time', { datetime: iso, title: writeFullTime(iso) }, writeClock(iso))
