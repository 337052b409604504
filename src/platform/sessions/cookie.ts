// The cookie of a session, and whether a request that bears it was made by a page of this service.
import type { HonoRequest } from 'hono'
import { parse } from 'hono/utils/cookie'

const isSecure = (pagesUrl: string) => pagesUrl.startsWith('https:')

/**
 * Over https the prefix binds the cookie to this host. Without it cookies of a host are common to all its ports, so the
 * name has the port, for two starts on one machine.
 */
export const cookieName = (pagesUrl: string, purpose: string): string =>
  isSecure(pagesUrl)
    ? `__Host-atesta-${purpose}`
    : `atesta-${purpose}-${new URL(pagesUrl).port || '80'}`

export function readCookie(
  request: HonoRequest,
  pagesUrl: string,
  purpose: string,
): string | undefined {
  const name = cookieName(pagesUrl, purpose)
  const header = request.header('cookie')
  return header === undefined ? undefined : parse(header, name)[name]
}

type Written = {
  readonly purpose: string
  readonly value: string
  /** `Lax` where the browser comes back from another site with it. */
  readonly site: 'Strict' | 'Lax'
  readonly seconds: number
}

export function writeCookie(pagesUrl: string, { purpose, value, site, seconds }: Written): string {
  const secure = isSecure(pagesUrl) ? '; Secure' : ''
  return `${cookieName(pagesUrl, purpose)}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${seconds}${secure}`
}

export const clearCookie = (pagesUrl: string, purpose: string): string =>
  writeCookie(pagesUrl, { purpose, value: '', site: 'Strict', seconds: 0 })

/**
 * Whether a page of this service sent the request, or a person typed its address. Browsers say so themselves in
 * `Sec-Fetch-Site`; where one does not (an address without TLS), a request that changes something says its origin.
 */
export function isOwnPage(request: HonoRequest, origins: ReadonlySet<string>): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.header('origin')
  return origin === undefined || origins.has(origin)
}
