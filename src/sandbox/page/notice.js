// The notice above the messages when they cannot be loaded.
import { find } from '/pages/element.js'

/** @import { Answer } from '/pages/api.js' */

/** @typedef {'live' | 'paused' | 'trying'} Pulse */

const pulses = { live: 'Live', paused: 'Paused', trying: 'Trying again' }

/** @param {Pulse} pulse */
export function showPulse(pulse) {
  const shown = find('pulse', HTMLElement)
  shown.dataset['pulse'] = pulse
  shown.textContent = pulses[pulse]
}

/**
 * Changes the notice only when its text differs, so that a screen reader reads it once.
 * @param {string | undefined} words
 */
export function showNotice(words) {
  const notice = find('notice', HTMLElement)
  if (notice.textContent !== (words ?? '')) notice.textContent = words ?? ''
}

/**
 * @param {Exclude<Answer, { kind: 'ok' }>} answer
 * @param {number} waitSeconds until the next request
 */
export function explain(answer, waitSeconds) {
  const next = `The page asks again in ${waitSeconds} s.`
  if (answer.kind === 'offline') return `The service cannot be reached. ${next}`
  if (answer.status === 429) return `Too many requests. ${next}`
  if (answer.status === 404)
    return 'Nothing is there for this token: the transaction is not of its tenant, or the token is of live mode.'
  return `${answer.title}. ${next}`
}
