// The reader’s token. It comes in the URL’s fragment, which no server sees, or is pasted. It stays in the memory of the
// page until that is left or reloaded, and is never stored nor written into an address.

/** @type {string | undefined} */
let kept

/**
 * Removes `#token=<jwt>&…` from the address; returns the token and the other parameters of the fragment.
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
 * The token in a pasted text, with or without `Bearer`; undefined when there is none.
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
 * The tenant in the token, unverified and only for display.
 * @param {string} token
 */
export const readTenant = (token) => readOwner(token).tenant

/**
 * Tenant and mode in the token, unverified and only for display.
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
