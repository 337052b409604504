// Builds elements node by node, so that data from messages are only ever text, never markup.

/** @typedef {Record<string, string | boolean | ((event: Event) => void)>} Attributes */

/**
 * A boolean sets or leaves out the attribute; a function listens to the event of that name.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/**
 * The element of the page with this id.
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} type
 * @returns {E}
 */
export function find(id, type) {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} ${id}`)
  return element
}

/**
 * Replaces the children; the focus stays on the one with the same `data-id`.
 * @param {HTMLElement} parent
 * @param {Node[]} children
 */
export function replaceKeepingFocus(parent, children) {
  const focused = document.activeElement
  const id =
    focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset['id'] : undefined
  parent.replaceChildren(...children)
  if (id !== undefined) focusById(parent, id)
}

/**
 * @param {HTMLElement} parent
 * @param {string} id
 */
function focusById(parent, id) {
  const same = parent.querySelector(`[data-id="${CSS.escape(id)}"]`)
  if (same instanceof HTMLElement) same.focus({ preventScroll: true })
}

/**
 * A button that copies the text, or selects `shown` where the browser does not allow copying.
 * @param {string} text
 * @param {string} label
 * @param {Node} [shown]
 */
export function makeCopyButton(text, label, shown) {
  const button = make(
    'button',
    { type: 'button', class: 'button copy', click: () => void copy() },
    label,
  )
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  return button

  async function copy() {
    say((await wasCopied(text)) ? 'Copied' : select(shown))
  }

  /** @param {string} words */
  function say(words) {
    button.textContent = words
    announce(words)
    clearTimeout(timer)
    timer = setTimeout(() => (button.textContent = label), 1600)
  }
}

/** @param {string} text */
async function wasCopied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard is missing outside of a secure context, or the reader has forbidden its use.
    return false
  }
}

/** @param {Node | undefined} shown */
function select(shown) {
  if (shown) getSelection()?.selectAllChildren(shown)
  return shown ? 'Selected: press Ctrl+C' : 'Cannot copy here'
}

/**
 * Announces the words to a screen reader, after what it is reading now.
 * @param {string} words
 */
export function announce(words) {
  find('announcement', HTMLElement).textContent = words
}
