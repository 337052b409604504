// The reader's credential. It comes in the fragment, which no server sees, or is pasted; it stays in
// this tab until the tab is closed, and is never part of an address.

const storageKey = 'atesta-sandbox-token'

/**
 * Takes `#token=<jwt>&transaction=<id>` out of the address.
 * @returns {{ token: string | undefined, transaction: string | undefined }}
 */
export function takeFragment() {
  const fragment = new URLSearchParams(location.hash.slice(1))
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  const token = readToken(fragment.get('token') ?? '')
  return { token, transaction: fragment.get('transaction') ?? undefined }
}

/**
 * The token in what was pasted, with or without `Bearer`; undefined when there is none.
 * @param {string} pasted
 */
export function readToken(pasted) {
  return /^(?:bearer\s+)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(pasted.trim())?.[1]
}

export function recallToken() {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

/** @param {string | undefined} token */
export function keepToken(token) {
  try {
    if (token === undefined) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, token)
  } catch {
    // Without storage the token lasts until the page is left.
  }
}

/**
 * Whom the token says that it is of, unchecked and only to be shown.
 * @param {string} token
 */
export function readTenant(token) {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { tenant } = JSON.parse(atob(payload))
    return typeof tenant === 'string' ? tenant : undefined
  } catch {
    return undefined
  }
}
