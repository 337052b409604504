// The cookie of a session, and the check that a request with it was made by a page of this service.
import type { HonoRequest } from 'hono'
import { parse } from 'hono/utils/cookie'

const isSecure = (pagesUrl: string) => pagesUrl.startsWith('https:')

/**
 * Over https the prefix binds the cookie to this host. Without https, cookies are shared by all ports of a host, so the
 * name contains the port, for two services on one machine.
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
  /** `Lax` if the browser must send the cookie when it returns from another site. */
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
 * Whether a page of this service sent the request, or a person typed its address. Browsers report it in
 * `Sec-Fetch-Site`; those that do not, as on an address without TLS, send an `Origin` with each change.
 */
export function isOwnPage(request: HonoRequest, origins: ReadonlySet<string>): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.header('origin')
  return origin === undefined || origins.has(origin)
}
