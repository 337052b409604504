// How a device gains access to a link: the first one by the link’s URL; every other one by a code to the transaction’s
// contact, or by the one-time secret of the first device. GET and HEAD bind nothing.
import type { Context } from 'hono'
import { raw } from 'hono/html'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, mountGuarded } from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { findById, readerNow } from '#src/journey/transaction/store.ts'
import { isWalkable } from '#src/links/lvs/rules.ts'
import { findLinkByToken, toEnds } from '#src/links/lvs/store.ts'
import { makeNonce, nonceHolds } from '#src/messaging/tokens/page/nonce.ts'
import { bindDevice } from './actions.ts'
import { createComing, readComing } from './other-browser.ts'
import { isFramed, languageOf, readSecret, writeSecret } from './cookies.ts'
import { drawCode, useHandover } from './handover.ts'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { boundPage } from './page/other-browser.ts'
import { renderPage } from './page/layout.ts'
import { disownedPage, donePage, entryPage, gonePage, notePage } from './page/plain.ts'
import { baseOf, isForeign, pageBody, type Pages, redirect } from './pages.ts'
import { findMessageKey } from './texts/texts.ts'
import { actOnLink, findVisit } from './visit.ts'

const shown = { description: 'A page', body: pageBody, mediaType: 'text/html' } as const
const base = { tag: 'Verification links', auth: 'link', hidden: true, problems: [] } as const
const responses = { 200: shown, 410: shown, 429: shown, 503: shown } as const
const opaque = z.object({ opaque: z.string().min(1) })

const showEntry = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/{opaque}'],
  operationId: 'showLinkEntry',
  summary: 'What a verification link opens',
  request: { param: opaque },
  responses,
})
const enter = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/{opaque}'],
  operationId: 'enterLink',
  summary: 'Begin on this device',
  request: { param: opaque },
  responses: { ...responses, 303: { description: 'Where the person stands now' } },
})
const showNobody = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c'],
  operationId: 'showLinkNobody',
  summary: 'Where a phone comes by the code of a computer',
  request: {},
  responses,
})
const takeHandover = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/step/exchange'],
  operationId: 'takeLinkHandover',
  summary: 'Come to the link with the one-time secret of another device',
  request: {},
  responses: {
    200: { description: 'The device is known now', body: z.object({ to: z.string() }) },
    410: { description: 'It no longer counts' },
    429: { description: 'Too many' },
  },
})

/** The most unknown tokens per minute from one address, which stops guessing. */
const wrongPerMinute = 20

export function entryRoutes(deps: LinkDeps, pages: Pages): Mounted[] {
  const { sealer, publicBaseUrl, reads } = deps
  const { guard, addressOf, contextFor, note, orLater, show } = pages
  const wrong = createAddressLimit(wrongPerMinute)
  const come = createComing(deps)

  return [
    mount(showEntry, ({ request, c }) =>
      guard(c, async () => {
        const found = await findEntry(request.param.opaque)
        if (!found) return wrongEntry(c)
        const { link, transaction } = found
        const context = await contextFor(c, found)
        if (link.disownedAt !== null)
          return show(200, renderPage(context, disownedPage(context)), c)
        if (link.completedAt !== null)
          return show(200, renderPage(context, donePage(context, link.redirectUrl)), c)
        if (!isWalkable(toEnds(link), readerNow(transaction).getTime()))
          return show(410, renderPage(context, gonePage(context, link.redirectUrl)), c)
        const nonce = makeNonce(sealer, request.param.opaque, Date.now())
        if (link.sessionId === null || (await isKnown(c, link.id))) {
          const address = `${publicBaseUrl.replace(/\/$/, '')}/c/${request.param.opaque}`
          // A computer offers the phone first, so until somebody begins any device may open the link.
          const isFree = context.isComputer && link.sessionId === null
          const entry = { address, ...(isFree && { picture: raw(drawCode(address)) }) }
          return show(200, renderPage(context, entryPage(context, nonce, entry)), c)
        }
        const coming = await readComing(deps, transaction)
        const said = findMessageKey(c.req.query('error'))
        return show(200, renderPage(context, boundPage(context, nonce, coming, said)), c)
      }),
    ),
    mountGuarded(
      enter,
      ({ request, c }) =>
        guard(c, async () => {
          const { opaque: token } = request.param
          const found = await findEntry(token)
          if (!found) return wrongEntry(c)
          return isForeign(c) ? redirect(`/c/${encodeURIComponent(token)}`) : { admitted: found }
        }),
      ({ request, c, rawBody, admitted: found }) =>
        orLater(c, async () => {
          const { opaque: token } = request.param
          const form = readPageForm(rawBody)
          // Without the page’s nonce the form was not sent by pressing the button; a form of another site is not
          // accepted for this link.
          if (!nonceHolds(sealer, token, form.get('nonce') ?? '', Date.now()))
            return redirect(`/c/${encodeURIComponent(token)}`)
          const home = baseOf(found.link)
          if (await isKnown(c, found.link.id)) return redirect(home)
          const bound = await actOnLink(deps, found, bindDevice)
          if (bound === undefined) return wrongEntry(c)
          if (bound !== null) return enterWith(c, bound, found.link.id)
          const came = await come(found, form, languageOf(c))
          if (typeof came === 'object') return enterWith(c, came.secret, found.link.id)
          return redirect(
            came === undefined
              ? `/c/${encodeURIComponent(token)}`
              : `/c/${encodeURIComponent(token)}?error=${came}`,
          )
        }),
    ),
    mount(showNobody, ({ c }) =>
      guard(c, async () => {
        const context = pages.contextOf(c, '')
        return show(200, renderPage(context, notePage(context, 'noSession')), c)
      }),
    ),
    mountGuarded(
      takeHandover,
      async ({ c }) => {
        if (wrong.take(addressOf(c), performance.now()) > 0) return reply(429)
        return isForeign(c) ? reply(410) : { admitted: true }
      },
      async ({ rawBody }) => {
        const used = await useHandover(deps, readPageForm(rawBody).get('k') ?? '')
        if (used === undefined) return reply(410)
        const cookie = writeSecret(used.secret, publicBaseUrl, used.link.id)
        return reply(200, { to: baseOf(used.link) }, { 'set-cookie': cookie })
      },
    ),
  ]

  function enterWith(c: Context, secret: string, id: string) {
    const cookie = writeSecret(secret, publicBaseUrl, id, { framed: isFramed(c) })
    return redirect(baseOf({ id }), { 'set-cookie': cookie })
  }

  /** Whether this browser has access to the link already. */
  async function isKnown(c: Context, id: string): Promise<boolean> {
    const arrival = await findVisit(reads, id, readSecret(c, publicBaseUrl, id))
    return arrival.kind !== 'nobody'
  }

  async function findEntry(token: string) {
    const link = await findLinkByToken(reads, token)
    const transaction = link && (await findById(reads, link.transactionId))
    return link && transaction ? { link, transaction } : undefined
  }

  function wrongEntry(c: Context) {
    const wait = wrong.take(addressOf(c), performance.now())
    return wait > 0 ? note(c, 429, 'many', wait) : note(c, 410, 'gone')
  }
}
