// Chooses one transaction, from those already seen or by its id.
import { find, make } from '/pages/element.js'
import { writeNumber } from './phone-number.js'
import { writeShortTime } from '/pages/time.js'

/** @import { SandboxMessage } from '../schema.ts' */

const all = ''
const byId = 'by-id'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The end of an id, because ids created in the same minute have the same beginning.
 * @param {string} id
 */
export const writeShortId = (id) => `…${id.slice(-8)}`

/**
 * @param {{ first: string | undefined, chosen: () => void }} options
 * @returns {{ read: () => string | undefined, choose: (id: string | undefined) => void, learn: (messages: SandboxMessage[]) => void, stop: () => void }}
 */
export function startFilter({ first, chosen }) {
  const select = find('filter', HTMLSelectElement)
  const form = find('id-form', HTMLFormElement)
  const field = find('id', HTMLInputElement)
  const ends = new AbortController()
  const labels = /** @type {Map<string, string>} */ (new Map())
  let current = first !== undefined && uuid.test(first) ? first : undefined
  select.addEventListener('change', changeSelect, ends)
  form.addEventListener('submit', submitId, ends)
  form.hidden = true
  render()
  return { read: () => current, choose, learn, stop: () => ends.abort() }

  /** @param {string | undefined} id */
  function choose(id) {
    current = id
    form.hidden = true
    render()
    chosen()
  }

  /** @param {SandboxMessage[]} messages newest first */
  function learn(messages) {
    const before = labels.size
    for (const { transactionId: id, to, createdAt } of messages) {
      if (!labels.has(id))
        labels.set(id, `${writeNumber(to)}, ${writeShortTime(createdAt)}, ${writeShortId(id)}`)
    }
    if (labels.size !== before) render()
  }

  function changeSelect() {
    form.hidden = select.value !== byId
    if (select.value === byId) field.focus()
    else choose(select.value === all ? undefined : select.value)
  }

  /** @param {Event} event */
  function submitId(event) {
    event.preventDefault()
    const id = field.value.trim().toLowerCase()
    const isId = uuid.test(id)
    find('id-fault', HTMLElement).textContent = isId ? '' : 'An id has the form of a UUID.'
    if (isId) choose(id)
  }

  function render() {
    const known = [...labels]
    if (current !== undefined && !labels.has(current)) known.push([current, writeShortId(current)])
    select.replaceChildren(
      makeOption(all, 'All transactions'),
      ...known.map(([id, label]) => makeOption(id, label)),
      makeOption(byId, 'Another, by its id…'),
    )
    select.value = form.hidden ? (current ?? all) : byId
  }
}

/**
 * @param {string} value
 * @param {string} label
 */
const makeOption = (value, label) => make('option', { value }, label)
