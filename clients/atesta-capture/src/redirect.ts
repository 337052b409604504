// The way there and back in one tab. The state proves that whoever comes back was sent from here: without it another
// site could bring a person back as if they had walked their link.
import { CaptureError } from './errors.js'
import { readLink } from './link.js'

export type RedirectOptions = {
  /** The `link` that the client's server got from the service. */
  readonly link: string | URL
  /** What the client's server put into the query of `redirectUrl` as `state`: random, new for each link. */
  readonly state: string
}

/** Leaves the page. */
export function startRedirect({ link, state }: RedirectOptions): void {
  const { href } = readLink(link)
  try {
    sessionStorage.setItem(nameOf(state), '1')
  } catch (cause) {
    throw new CaptureError('storage-blocked', { cause })
  }
  location.assign(href)
}

export type Returned = {
  /** A hint, as every answer here. */
  readonly status: 'COMPLETED' | 'REFUSED' | 'EXPIRED'
  readonly state: string
}

/**
 * On the page of `redirectUrl`; undefined where nobody comes back. Throws `state-mismatch` for a state that this tab did
 * not begin with, or has come back with before: after a handover the phone has none either, and your server knows.
 */
export function finishRedirect(address: string | URL = location.href): Returned | undefined {
  const { searchParams } = new URL(address)
  const status = searchParams.get('status')
  if (status !== 'COMPLETED' && status !== 'REFUSED' && status !== 'EXPIRED') return undefined
  const state = searchParams.get('state') ?? ''
  if (state === '' || !takeState(state)) throw new CaptureError('state-mismatch')
  return { status, state }
}

function takeState(state: string): boolean {
  try {
    const isOurs = sessionStorage.getItem(nameOf(state)) !== null
    sessionStorage.removeItem(nameOf(state))
    return isOurs
  } catch {
    return false
  }
}

const nameOf = (state: string): string => `atesta-capture:${state}`
