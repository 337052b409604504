// The frame of a page that reads the API with a token: takes the token, shows its tenant and mode, then the view that
// the address names.
import { connect } from './api.js'
import { announce, find, make } from './element.js'
import { Refused } from './reading.js'
import { keepToken, readOwner, readToken, recallToken, takeFragment } from './token.js'

/** @import { Reading } from './reading.js' */

/**
 * `choose` gives the view for an address. `home` describes the start of the page in words.
 * @param {{ title: string, home: string, choose: (reading: Reading) => Promise<Node[]> }} page
 */
export function startShell({ title, home, choose }) {
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
    showBanner(token)
    showView(true)
    void show(token, rest)
  }

  /**
   * Earlier requests are aborted, because the reader has moved on.
   * @param {string} usable
   * @param {URLSearchParams} asked
   */
  async function show(usable, asked) {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    view.ariaBusy = 'true'
    try {
      const shown = await choose({ client: connect(usable), asked, signal })
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

  /**
   * Makes the heading the document’s title and moves the focus to it, so that screen readers say where the reader is.
   * @param {URLSearchParams} asked
   */
  function settle(asked) {
    const heading = view.querySelector('h2')
    document.title = `${heading?.textContent ?? title} · Atesta`
    scrollTo({ top: 0 })
    if (asked.size > 0) heading?.focus({ preventScroll: true })
    else announce(home)
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
    const all = make('a', { href: '#', class: 'button quiet' }, home)
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
    find('banner', HTMLElement).hidden = !isShown
    find('leave', HTMLElement).hidden = !isShown
    find('welcome', HTMLElement).hidden = isShown
  }
}

/**
 * Shows the tenant and the mode of the data. A token without a mode is shown as of unknown mode.
 * @param {string} token
 */
function showBanner(token) {
  const { tenant = 'not named in the token', mode = 'unknown' } = readOwner(token)
  const banner = find('banner', HTMLElement)
  banner.dataset['mode'] = mode
  const words = mode === 'unknown' ? 'Mode not named in the token' : mode.toUpperCase()
  banner.replaceChildren(make('strong', {}, words), ` Tenant ${tenant}`)
}
