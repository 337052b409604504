// The page of packs: takes a token, then shows what the address names.
import { connect } from '/pages/api.js'
import { announce, find, make } from '/pages/element.js'
import { keepToken, readTenant, readToken, recallToken, takeFragment } from '/pages/token.js'
import { showDifference } from './difference-view.js'
import { showList } from './list-view.js'
import { showPack } from './pack-view.js'
import { Refused } from './reading.js'
import { showRun } from './run-view.js'

/** @import { Reading } from './reading.js' */

const view = find('view', HTMLElement)
const field = find('token', HTMLTextAreaElement)
/** @type {string | undefined} */
let token
let loading = new AbortController()

find('token-form', HTMLFormElement).addEventListener('submit', submitToken)
find('leave', HTMLButtonElement).addEventListener('click', () => leave(''))
addEventListener('hashchange', enterByAddress)
enterByAddress()

function enterByAddress() {
  const { token: brought, rest } = takeFragment()
  token = brought ?? token ?? recallToken()
  if (token === undefined) return leave('')
  keepToken(token)
  const tenant = readTenant(token)
  find('tenant', HTMLElement).textContent = tenant === undefined ? '' : `Tenant ${tenant}`
  showView(true)
  void show(token, rest)
}

/**
 * What has been asked for by then is of no use when the reader has gone on.
 * @param {string} usable
 * @param {URLSearchParams} asked
 */
async function show(usable, asked) {
  loading.abort()
  loading = new AbortController()
  const { signal } = loading
  view.ariaBusy = 'true'
  try {
    const reading = { client: connect(usable), asked, signal }
    const shown = await choose(reading)
    if (signal.aborted) return
    find('notice', HTMLElement).textContent = ''
    view.replaceChildren(...shown)
    settle(asked)
  } catch (error) {
    if (!signal.aborted) fail(error)
  } finally {
    if (!signal.aborted) view.ariaBusy = 'false'
  }
}

/** @param {Reading} reading */
function choose(reading) {
  const { asked } = reading
  const pack = asked.get('pack')
  if (pack === null) return showList(reading)
  const [from, version, transaction] = ['from', 'version', 'transaction'].map((key) =>
    asked.get(key),
  )
  if (transaction) return showRun(reading, pack, transaction)
  if (from && version) return showDifference(reading, pack, from, version)
  return showPack(reading, pack, version ?? undefined)
}

/**
 * The heading says where the reader is now.
 * @param {URLSearchParams} asked
 */
function settle(asked) {
  const heading = view.querySelector('h2')
  document.title = `${heading?.textContent ?? 'Packs'} · Atesta`
  scrollTo({ top: 0 })
  if (asked.size > 0) heading?.focus({ preventScroll: true })
  else announce('All packs')
}

/** @param {unknown} error */
function fail(error) {
  if (!(error instanceof Refused)) throw error
  if (error.isUnauthorized)
    return leave(
      'This token is not taken: it has expired, or is not of this service. Paste a new one.',
    )
  const again = make(
    'button',
    { type: 'button', class: 'button', click: enterByAddress },
    'Try again',
  )
  const all = make('a', { href: '#', class: 'button quiet' }, 'All packs')
  find('notice', HTMLElement).textContent = error.message
  view.replaceChildren(
    make('h2', { tabindex: '-1' }, 'Nothing to show'),
    make('p', { class: 'row' }, again, all),
  )
}

/** @param {string} fault why the page needs another token */
function leave(fault) {
  loading.abort()
  token = undefined
  keepToken(undefined)
  field.value = ''
  view.replaceChildren()
  showView(false)
  say(fault)
  field.focus()
}

/** @param {Event} event */
function submitToken(event) {
  event.preventDefault()
  token = readToken(field.value)
  field.value = ''
  if (token !== undefined) return enterByAddress()
  say('That is no token: one has three parts with dots between them.')
  field.focus()
}

/** @param {string} fault */
function say(fault) {
  find('token-fault', HTMLElement).textContent = fault
  field.ariaInvalid = fault === '' ? null : 'true'
}

/** @param {boolean} isShown */
function showView(isShown) {
  view.hidden = !isShown
  find('who', HTMLElement).hidden = !isShown
  find('welcome', HTMLElement).hidden = isShown
}
