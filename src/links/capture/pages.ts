// The common parts of every page of a link: tenant, language, and the rate limit of an address.
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { isLoopback } from '#src/platform/loopback.ts'
import { isCodingTaken } from '#src/platform/http/compressed.ts'
import { reply } from '#src/platform/http/reply.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { readPurpose } from '#src/links/lvs/store.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { loadAssets } from './assets.ts'
import { formKey, isFramed, isPageLanguage, languageOf, writeLanguage } from './cookies.ts'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { maskName } from './mask.ts'
import { makeContext, type Rendered, renderPage } from './page/layout.ts'
import type { PageContext } from './page/context.ts'
import { notePage } from './page/plain.ts'
import type { Visit } from './visit.ts'

export type Pages = ReturnType<typeof createPages>

/** Requests per minute from one address; enough for several people behind it, but not for a flood. */
const perMinute = 240

export function createPages({ sealer, publicBaseUrl, links }: LinkDeps) {
  const knocks = createAddressLimit(perMinute)
  const addressOf = (c: Context) => clientAddress(c, links.proxyHops)

  function contextOf(c: Context, tenant: string, base = '/c', secret?: string): PageContext {
    return makeContext({
      language: languageOf(c),
      settings: links.of(tenant),
      assets: loadAssets(),
      isSecure: isSecure(publicBaseUrl),
      isInApp: isInApp(c.req.header('user-agent')),
      isComputer: isComputer(c.req.header('user-agent')),
      base,
      framed: isFramed(c),
      ...(secret !== undefined && { formKey: formKey(sealer, secret) }),
    })
  }

  function note(c: Context, status: 410 | 429 | 503, kind: 'gone' | 'many' | 'later', wait = 0) {
    const context = contextOf(c, '')
    const retry = wait > 0 ? { 'Retry-After': String(wait) } : {}
    return show(status, renderPage(context, notePage(context, kind)), c, retry)
  }

  /** Includes the purpose and the masked name, as the client gave them. */
  async function contextFor(
    c: Context,
    { link, transaction }: Pick<Visit, 'link' | 'transaction'>,
    secret?: string,
  ): Promise<PageContext> {
    const [purpose, { name }] = await Promise.all([
      readPurpose(sealer, transaction, link),
      readFields(sealer, transaction),
    ])
    const whom = name === undefined ? undefined : maskName(name)
    const isSandbox = transaction.mode === 'sandbox'
    const own = contextOf(c, transaction.tenant, baseOf(link), secret)
    return { ...own, purpose, whom, isSandbox }
  }

  /** Runs the work, unless the address exceeds its rate limit or the service is unavailable. */
  async function guard<T>(c: Context, work: () => Promise<T>) {
    const wait = knocks.take(addressOf(c), performance.now())
    return wait > 0 ? note(c, 429, 'many', wait) : orLater(c, work)
  }

  /** Answers with a page when the service is unavailable. */
  function orLater<T>(c: Context, work: () => Promise<T>) {
    return work().catch((error: unknown) => {
      if (isUnavailable(error)) return note(c, 503, 'later', 2)
      throw error
    })
  }

  function show<const S extends number>(
    status: S,
    { text, headers }: Rendered,
    c: Context,
    more: Record<string, string> = {},
  ) {
    const asked = c.req.query('lang')
    const kept = isPageLanguage(asked)
      ? { 'Set-Cookie': writeLanguage(asked, publicBaseUrl, isFramed(c)) }
      : {}
    const all = { ...headers, ...kept, ...more }
    if (!isCodingTaken(c.req.header('accept-encoding'), 'gzip'))
      return reply(status, new TextEncoder().encode(text), all)
    // Compression is safe here: another site cannot choose any part of the page, so its length reveals nothing about
    // the key in it.
    const small = new Uint8Array(gzipSync(text))
    return reply(status, small, { ...all, 'Content-Encoding': 'gzip' })
  }

  return { addressOf, contextOf, contextFor, guard, note, orLater, show }
}

/**
 * Builds the pages' addresses. Each link is walked at an address of its own, so that several can be open in one
 * browser.
 */
/**
 * The path of an opened link, with its id, so that several links can be open in one browser. A malformed id, which may
 * contain characters that a header does not allow, leads to no link.
 */
export const homeOf = (id: string): string => (/^[\da-f-]{36}$/i.test(id) ? `/c/l/${id}` : '/c')

export const baseOf = ({ id }: Pick<Visit['link'], 'id'>): string => homeOf(id)

/** HTML in UTF-8, compressed where the browser accepts that. */
export const pageBody = z.instanceof(Uint8Array)

export const redirect = (location: string, more: Record<string, string> = {}) => ({
  ...reply(303),
  headers: { location, ...more },
})

/**
 * Whether the form was sent from another site, which could put a person on somebody else’s link. Old browsers do not
 * tell.
 */
export const isForeign = (c: Context): boolean =>
  ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '')

/** Whether browsers allow a camera at this URL: over https, and on this machine. */
const isSecure = (publicBaseUrl: string): boolean =>
  publicBaseUrl.startsWith('https:') || isLoopback(publicBaseUrl)

/** The user agents of such apps, and of Android’s web views (`; wv`). */
const apps =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|musical_ly|BytedanceWebview|TikTok|Snapchat|Pinterest|LinkedInApp|Twitter|GSA\/)|; wv\)/i

/** A web view of iOS is a Safari without the name Safari in its user agent. */
const isViewOfIos = (agent: string): boolean =>
  /\b(?:iPhone|iPad|iPod)\b/.test(agent) &&
  /AppleWebKit/.test(agent) &&
  !/\b(?:Safari|CriOS|FxiOS|EdgiOS)\//.test(agent)

const isInApp = (agent = ''): boolean => apps.test(agent) || isViewOfIos(agent)

const isComputer = (agent = ''): boolean =>
  /\b(?:Windows NT|Macintosh|X11|CrOS)\b/.test(agent) && !/\b(?:Mobile|Android)\b/.test(agent)
