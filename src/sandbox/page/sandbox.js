// The page of the sandbox: takes a token, then shows the messages of its tenant.
import { find } from '/pages/element.js'
import { renderExample } from './example.js'
import { startSession } from './session.js'
import { keepToken, readTenant, readToken, recallToken, takeFragment } from '/pages/token.js'

const field = find('token', HTMLTextAreaElement)
/** @type {ReturnType<typeof startSession> | undefined} */
let session

find('example', HTMLElement).append(...renderExample())
find('token-form', HTMLFormElement).addEventListener('submit', submitToken)
find('leave', HTMLButtonElement).addEventListener('click', () => leave(''))
// Opening another URL with a token in this tab does not reload the page.
addEventListener('hashchange', () => location.hash !== '' && enterByAddress())
enterByAddress()

function enterByAddress() {
  const { token, rest } = takeFragment()
  const usable = token ?? recallToken()
  if (usable === undefined) leave('')
  else enter(usable, rest.get('transaction') ?? undefined)
}

/**
 * @param {string} token
 * @param {string} [transaction]
 */
function enter(token, transaction) {
  session?.stop()
  keepToken(token)
  const tenant = readTenant(token)
  find('tenant', HTMLElement).textContent = tenant === undefined ? '' : `Tenant ${tenant}`
  showWorkspace(true)
  session = startSession({
    token,
    transaction,
    refused: () =>
      leave('This token is not taken: it has expired, or is not of this service. Paste a new one.'),
  })
}

/** @param {string} fault why the page needs another token */
function leave(fault) {
  session?.stop()
  session = undefined
  keepToken(undefined)
  field.value = ''
  showWorkspace(false)
  say(fault)
  field.focus()
}

/** @param {Event} event */
function submitToken(event) {
  event.preventDefault()
  const token = readToken(field.value)
  field.value = ''
  if (token !== undefined) return enter(token)
  say('That is no token: one has three parts with dots between them.')
  field.focus()
}

/** @param {string} fault */
function say(fault) {
  find('token-fault', HTMLElement).textContent = fault
  field.ariaInvalid = fault === '' ? null : 'true'
}

/** @param {boolean} isShown */
function showWorkspace(isShown) {
  find('workspace', HTMLElement).hidden = !isShown
  find('who', HTMLElement).hidden = !isShown
  find('welcome', HTMLElement).hidden = isShown
}
