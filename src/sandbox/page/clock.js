// Moves the clock of the shown transaction, so that nobody has to wait for an expiry.
import { find, make } from '/pages/element.js'
import { writeFullTime } from '/pages/time.js'

/** @import { Send } from '/pages/api.js' */

const steps = [
  ['+1 min', 'PT1M'],
  ['+10 min', 'PT10M'],
  ['+1 h', 'PT1H'],
  ['+1 day', 'P1D'],
]

/**
 * @param {{ send: Send, transaction: () => string | undefined, moved: () => void }} deps
 * @returns {{ forget: () => void, stop: () => void }} `forget` clears what was said of another transaction
 */
export function startClock({ send, transaction, moved }) {
  const said = find('clock-said', HTMLElement)
  const form = find('clock', HTMLFormElement)
  const field = find('advance', HTMLInputElement)
  const ends = new AbortController()
  find('clock-steps', HTMLElement).replaceChildren(
    ...steps.map(([label = '', duration = '']) => {
      const click = () => void move(duration)
      return make('button', { type: 'button', class: 'button step', click }, label)
    }),
  )
  form.addEventListener('submit', submit, ends)
  say('')
  return { forget: () => say(''), stop: () => ends.abort() }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault()
    const duration = field.value.trim().toUpperCase()
    if (duration === '') field.focus()
    else void move(duration)
  }

  /** @param {string} advance */
  async function move(advance) {
    const id = transaction()
    if (id === undefined || form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    say('Moving. It is done when all that is due by then has happened.')
    const answer = await send(`/v1/sandbox/transactions/${id}/clock`, { advance })
    form.ariaBusy = 'false'
    if (transaction() !== id) return
    if (answer.kind === 'ok') say(`Its time is now ${writeFullTime(answer.body.now)}.`, 'good')
    else if (answer.kind === 'offline') say('The service cannot be reached: try it again.', 'bad')
    else say(`${answer.title}.`, 'bad')
    moved()
  }

  /**
   * @param {string} words
   * @param {'plain' | 'good' | 'bad'} [tone]
   */
  function say(words, tone = 'plain') {
    said.textContent = words
    said.dataset['tone'] = tone
  }
}
