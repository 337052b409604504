// Keyboard shortcuts for people who decide all day. They can be switched off (WCAG 2.1.4), and are inactive while
// somebody types.
import { make } from '/pages/element.js'

let isOn = true

/** @param {AbortSignal} signal */
export function listenToKeys(signal) {
  document.addEventListener('keydown', press, { signal })
}

/** @param {KeyboardEvent} event */
function press({ key, ctrlKey, metaKey, altKey, target, repeat }) {
  if (!isOn || ctrlKey || metaKey || altKey || repeat || isWriting(target)) return
  const found = document.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]`)
  if (!(found instanceof HTMLElement)) return
  found.focus()
  found.click()
}

/** @param {EventTarget | null} target */
const isWriting = (target) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))

const keys = [
  ['N', 'get the next one'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['G', 'ask again'],
  ['D', 'decide'],
  ['K', 'keep it longer'],
  ['B', 'give it back'],
  ['P', 'pictures'],
  ['T', 'what happened'],
]

export function renderKeySwitch() {
  const box = make('input', { type: 'checkbox', id: 'keys', change: () => (isOn = box.checked) })
  box.checked = isOn
  const list = keys.map(([key = '', does = '']) => make('li', {}, make('kbd', {}, key), ` ${does}`))
  return make(
    'details',
    { class: 'card' },
    make('summary', {}, 'Keys'),
    make(
      'label',
      { class: 'choice', for: 'keys' },
      box,
      make('span', {}, 'Letters are short cuts'),
    ),
    make('ul', { class: 'keys' }, ...list),
  )
}
