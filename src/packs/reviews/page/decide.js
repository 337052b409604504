// The form of the decision: outcome, reasons, modules to repeat, and a note.
import { announce, make } from '/pages/element.js'
import { field, section } from '/pages/parts.js'
import { explain } from '/pages/reading.js'
import { outcomes } from './words.js'

/** @import { Reading } from '/pages/reading.js' */
/** @import { Detail } from './review-view.js' */

/** Used where the pack names no reasons. */
const usualReasons = [
  'evidence-checked',
  'other-person',
  'data-wrong',
  'fraud-suspected',
  'unreadable',
]

/**
 * @param {Reading} reading
 * @param {Detail} review
 * @param {() => void} done
 */
export function renderDecision({ client }, { id, reasons = usualReasons, again }, done) {
  const offered = outcomes.filter(([value]) => value !== 'again' || again.length > 0)
  const choices = offered.map(([value, label, key]) => choice('outcome', value, label, key))
  const why = reasons.map((code) => choice('reason', code, code.replaceAll('-', ' ')))
  const anew = group(
    'Done again',
    again.map((one) => choice('module', one, one)),
  )
  anew.hidden = true
  const note = make('textarea', { id: 'note', rows: '3', maxlength: '1000' })
  const fault = make('p', { class: 'fault', role: 'alert' })
  const form = make(
    'form',
    { class: 'stack', submit: (event) => void submit(event), change },
    group('Outcome', choices),
    anew,
    group('Reasons', why),
    field('note', 'Note, kept sealed', note),
    fault,
    make('button', { class: 'button main', 'data-key': 'd' }, 'Decide'),
  )
  return section('decision', 'Decide', form)

  function change() {
    anew.hidden = chosen('outcome')[0] !== 'again'
  }

  /** @param {string} name */
  function chosen(name) {
    return new FormData(form).getAll(name).map(String)
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault()
    const [outcome] = chosen('outcome')
    const [given, modules] = [chosen('reason'), chosen('module')]
    if (outcome === undefined) return say('Choose an outcome.')
    if (given.length === 0) return say('Choose a reason, one at least.')
    if (outcome === 'again' && modules.length === 0) return say('Choose what is done again.')
    say('')
    const body = {
      outcome,
      reasons: given,
      ...(outcome === 'again' && { modules }),
      ...(note.value.trim() !== '' && { note: note.value.trim() }),
    }
    const answer = await client.send(`/v1/reviews/${id}/decision`, body)
    if (answer.kind !== 'ok') return say(explain(answer))
    announce(
      answer.body.awaiting === 'second'
        ? 'Noted. Somebody else has to decide the same before it counts.'
        : `Decided: ${outcome}.`,
    )
    done()
  }

  /** @param {string} words */
  function say(words) {
    fault.textContent = words
  }
}

/**
 * @param {string} title
 * @param {Node[]} inside
 */
const group = (title, inside) =>
  make('fieldset', {}, make('legend', {}, title), make('div', { class: 'choices' }, ...inside))

/**
 * @param {string} name
 * @param {string} value
 * @param {string} label
 * @param {string} [key] of a choice among others
 */
function choice(name, value, label, key) {
  const type = key === undefined ? 'checkbox' : 'radio'
  const input = make('input', { type, name, value, ...(key !== undefined && { 'data-key': key }) })
  return make('label', { class: 'choice', 'data-value': value }, input, make('span', {}, label))
}
