// Shows the calls of the shown transaction to systems of the tenant, and answers by hand those that nobody else answers.
import { find, make } from '/pages/element.js'
import { writeExactClock, writeFullTime } from '/pages/time.js'

/** @import { Client, Send } from '/pages/api.js' */

/**
 * @typedef {object} Call
 * @property {string} callId
 * @property {string} step
 * @property {string} endpoint
 * @property {Record<string, unknown>} input
 * @property {'open' | 'later' | 'by-hand' | 'ended'} status
 * @property {string} openedAt
 */

const states = {
  open: 'is tried',
  later: 'its system answers later',
  'by-hand': 'waits for an answer by hand',
  ended: 'has ended',
}

/**
 * @param {Pick<Client, 'read'> & { send: Send, transaction: () => string | undefined, moved: () => void }} deps
 */
export function startCalls({ read, send, transaction, moved }) {
  const section = find('calls-section', HTMLElement)
  const list = find('calls', HTMLElement)
  const said = find('calls-said', HTMLElement)
  let shown = ''
  forget()
  return { forget, look }

  function forget() {
    section.hidden = true
    shown = ''
    list.replaceChildren()
    said.textContent = ''
  }

  async function look() {
    const id = transaction()
    if (id === undefined) return
    const answer = await read(`/v1/sandbox/calls?transactionId=${id}`)
    if (answer.kind !== 'ok' || transaction() !== id) return
    /** @type {Call[]} */
    const calls = answer.body
    section.hidden = calls.length === 0
    // What somebody types is not thrown away while nothing has changed.
    const now = calls.map(({ callId, status }) => `${callId} ${status}`).join(' ')
    if (now === shown) return
    shown = now
    list.replaceChildren(...calls.map((one) => renderCall(one)))
  }

  /** @param {Call} call */
  function renderCall({ callId, step, endpoint, input, status, openedAt }) {
    const time = { datetime: openedAt, title: writeFullTime(openedAt) }
    const isOpen = status === 'by-hand' || status === 'later'
    return make(
      'li',
      { class: 'entry', 'data-tone': isOpen ? 'plain' : 'good' },
      make('time', time, writeExactClock(openedAt)),
      make(
        'div',
        {},
        make('span', { class: 'kind' }, `${step} calls ${endpoint}`),
        make('span', { class: 'details' }, states[status]),
        make('pre', { tabindex: '0' }, JSON.stringify(input, null, 2)),
        ...(isOpen ? [renderForm(callId, step)] : []),
      ),
    )
  }

  /**
   * @param {string} callId
   * @param {string} step
   */
  function renderForm(callId, step) {
    const field = make('textarea', { id: `answer-${callId}`, rows: '3', spellcheck: 'false' })
    field.value = '{ "approved": true }'
    const form = make(
      'form',
      {},
      make('label', { for: `answer-${callId}` }, `Answer of ${step}, as JSON`),
      field,
      make('button', { type: 'submit', class: 'button' }, 'Answer'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void answer(callId, field.value)
    })
    return form
  }

  /**
   * @param {string} callId
   * @param {string} text
   */
  async function answer(callId, text) {
    const result = parse(text)
    if (result === undefined) return say('It is no JSON.')
    const told = await send(`/v1/sandbox/calls/${callId}/answer`, { result })
    if (told.kind === 'ok') say('It is answered.')
    else if (told.kind === 'offline') say('The service cannot be reached: try it again.')
    else say(`${told.title}.`)
    moved()
    await look()
  }

  /** @param {string} words */
  function say(words) {
    said.textContent = words
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
