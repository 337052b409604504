// The cookie of a device, and the key that proves that a form was sent from our page on it.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import {
  pageLanguages,
  type PageLanguage,
  pickPageLanguage,
} from '#src/messaging/messages/text/page-language.ts'

/** Browsers accept `Secure` cookies only over https; the prefix binds them to this host. */
const isSecure = (publicBaseUrl: string) => publicBaseUrl.startsWith('https:')
/** Each link has a cookie of its own, so that actions on one link do not affect another. */
const nameOf = (publicBaseUrl: string, link: string) =>
  `${isSecure(publicBaseUrl) ? '__Host-' : ''}capture-${link.replaceAll(/[^\da-f-]/g, '')}`
const languageCookie = 'capture-language'
const languageCookies = [`__Host-${languageCookie}`, languageCookie]

export const readSecret = (c: Context, publicBaseUrl: string, link: string): string | undefined =>
  getCookie(c, nameOf(publicBaseUrl, link))

/** Whether the page is shown in a frame. */
export const isFramed = (c: Context): boolean => c.req.header('sec-fetch-dest') === 'iframe'

/** In a frame, browsers accept a cookie only with these attributes, and store it separately for each embedding site. */
const forFrames = 'SameSite=None; Secure; Partitioned'

/** How long a browser keeps the cookie: for its session, or for `seconds`. */
type Keeping = { readonly framed?: boolean; readonly seconds?: number }

/** A session cookie, unless the person chose to continue later; in any case it is valid no longer than the link. */
export function writeSecret(
  secret: string,
  publicBaseUrl: string,
  link: string,
  { framed = false, seconds }: Keeping = {},
): string {
  const kept = seconds === undefined ? '' : `; Max-Age=${seconds}`
  const name = nameOf(publicBaseUrl, link)
  return `${name}=${secret}; Path=/; HttpOnly; ${siteOf(publicBaseUrl, framed)}${kept}`
}

function siteOf(publicBaseUrl: string, framed: boolean): string {
  if (framed) return forFrames
  return isSecure(publicBaseUrl) ? 'SameSite=Lax; Secure' : 'SameSite=Lax'
}

/** The language of the URL, otherwise of a cookie, otherwise of the browser. */
export function languageOf(c: Context): PageLanguage {
  const kept = languageCookies.map((name) => getCookie(c, name))
  const asked = [c.req.query('lang'), ...kept]
  return asked.find(isPageLanguage) ?? pickPageLanguage(c.req.header('accept-language'))
}

export const isPageLanguage = (asked: string | undefined): asked is PageLanguage =>
  pageLanguages.some((one) => one === asked)

export function writeLanguage(
  language: PageLanguage,
  publicBaseUrl: string,
  framed: boolean,
): string {
  const prefix = isSecure(publicBaseUrl) ? '__Host-' : ''
  return `${prefix}${languageCookie}=${language}; Path=/; ${siteOf(publicBaseUrl, framed)}; HttpOnly; Max-Age=2592000`
}

/** The proof against forged requests (CSRF): a field in each form of a device’s pages, and a header of its uploads. */
export const formKey = (sealer: Sealer, secret: string): string =>
  sealer.hash('capture-form', secret).toString('base64url')

export function formKeyHolds(sealer: Sealer, secret: string, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url')
  return sealer
    .hashes('capture-form', secret)
    .some((expected) => expected.length === bytes.length && timingSafeEqual(expected, bytes))
}
