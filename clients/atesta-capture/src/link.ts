import { CaptureError } from './errors.js'

/** The address that the client's server got as `link`. */
export function readLink(link: string | URL): URL {
  const url = URL.parse(link)
  const isLink = url && /^https?:$/.test(url.protocol) && /\/c\/[\w-]{20,}$/.test(url.pathname)
  if (!isLink) throw new CaptureError('link-invalid')
  return url
}

/** By its name in the pack; without an id of its own, that of its module: `emailToken`, `aiDocs`. */
export type LinkStep = string

/** What the service tells a page of an origin of the tenant. */
export type LinkState = {
  readonly status: 'OPEN' | 'STARTED' | 'COMPLETED' | 'REFUSED' | 'EXPIRED'
  readonly step?: LinkStep
  readonly progress?: { readonly step: number; readonly steps: number }
  readonly devices: number
}

/**
 * Undefined where it cannot be had: the line is away, or the page's origin is not on the tenant's list. The token goes
 * in the body, so that it stands in no log.
 */
export async function readState(link: URL, signal: AbortSignal): Promise<LinkState | undefined> {
  const token = link.pathname.split('/').at(-1) ?? ''
  try {
    const answer = await fetch(new URL('step/follow', link), {
      method: 'POST',
      body: new URLSearchParams({ token }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    // Safe because it is the service's own answer.
    return answer.ok ? ((await answer.json()) as LinkState) : undefined
  } catch {
    return undefined
  }
}
