// The reader's credential. It comes in the fragment, which no server sees, or is pasted; it stays in the memory of
// the page until that is left or loaded anew, and is never stored nor part of an address.

/** @type {string | undefined} */
let kept

/**
 * Takes `#token=<jwt>&…` out of the address; what else stands there is given too.
 * @returns {{ token: string | undefined, rest: URLSearchParams }}
 */
export function takeFragment() {
  const rest = new URLSearchParams(location.hash.slice(1))
  const token = readToken(rest.get('token') ?? '')
  const isBrought = rest.has('token')
  rest.delete('token')
  const left = rest.size > 0 ? `#${rest}` : ''
  if (isBrought) history.replaceState(null, '', `${location.pathname}${left}`)
  return { token, rest }
}

/**
 * The token in what was pasted, with or without `Bearer`; undefined when there is none.
 * @param {string} pasted
 */
export function readToken(pasted) {
  return /^(?:bearer\s+)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(pasted.trim())?.[1]
}

export const recallToken = () => kept

/** @param {string | undefined} token */
export function keepToken(token) {
  kept = token
}

/**
 * Whom the token says that it is of, unchecked and only to be shown.
 * @param {string} token
 */
export const readTenant = (token) => readOwner(token).tenant

/**
 * The same, with the mode.
 * @param {string} token
 * @returns {{ tenant?: string, mode?: 'sandbox' | 'live' }}
 */
export function readOwner(token) {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { tenant, mode } = JSON.parse(atob(payload))
    return {
      ...(typeof tenant === 'string' && { tenant }),
      ...((mode === 'sandbox' || mode === 'live') && { mode }),
    }
  } catch {
    return {}
  }
}
