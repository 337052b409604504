// The hosted page of a link that a device has entered: GET shows the current step, POST acts and redirects with 303.
// After a form the URL contains at most the key of a text, and a device is recognised by its cookie alone.
import type { Context } from 'hono'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, mountGuarded } from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { formKeyHolds, isFramed, languageOf, readSecret, writeSecret } from './cookies.ts'
import { actions, createForms } from './forms.ts'
import { renderPage } from './page/layout.ts'
import type { PageContext } from './page/context.ts'
import { findSure, laterPage, surePage } from './page/confirmation.ts'
import { baseOf, isForeign, pageBody, type Pages, redirect } from './pages.ts'
import { pageOf, readHandoverPage } from './render.ts'
import { readScene, type Scene } from './scene.ts'
import { findMessageKey } from './texts/texts.ts'
import { findTenant, findVisit } from './visit.ts'

const shown = { description: 'A page', body: pageBody, mediaType: 'text/html' } as const
const base = { tag: 'Verification links', auth: 'link', hidden: true, problems: [] } as const
const responses = { 200: shown, 410: shown, 429: shown, 503: shown } as const
const moved = { ...responses, 303: { description: 'Where the person stands now' } } as const
const link = z.string().max(64)

const showStep = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/l/{link}'],
  operationId: 'showLinkStep',
  summary: 'Where the person stands',
  request: { param: z.object({ link }) },
  responses,
})
const showHandover = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/l/{link}/step/handover-code'],
  operationId: 'showLinkHandover',
  summary: 'The code that brings a phone here',
  request: { param: z.object({ link }) },
  responses: moved,
})
const readState = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/l/{link}/step/state'],
  operationId: 'readLinkState',
  summary: 'Whether a page is still the one to show',
  request: { param: z.object({ link }) },
  responses: { 200: { description: 'A name', body: z.object({ at: z.string() }) } },
})
const act = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/l/{link}/step/{action}'],
  operationId: 'actOnLink',
  summary: 'A form of the hosted page',
  request: { param: z.object({ link, action: z.enum(actions) }) },
  responses: moved,
})

export function captureRoutes(deps: LinkDeps, pages: Pages): Mounted[] {
  const { sealer, publicBaseUrl, reads } = deps
  const { guard, addressOf, orLater, show } = pages
  const sendForm = createForms(deps)

  return [
    mount(showStep, ({ request, c }) =>
      guard(c, async () => {
        const { scene, context } = await look(c, request.param.link)
        const asked = askedPage(c, context, scene)
        if (asked) return show(200, renderPage(context, asked), c, keptFor(c, scene))
        const found = await pageOf(deps, context, scene, findMessageKey(c.req.query('error')))
        return show(scene.kind === 'over' ? 410 : 200, renderPage(context, found), c)
      }),
    ),
    mount(showHandover, ({ request, c }) =>
      guard(c, async () => {
        const { scene, context } = await look(c, request.param.link)
        const found = await readHandoverPage(deps, context, scene)
        return found ? show(200, renderPage(context, found), c) : redirect(context.base)
      }),
    ),
    mount(readState, async ({ request, c }) => {
      const scene = await readScene(deps, request.param.link, secretOf(c, request.param.link))
      return reply(200, { at: scene.at })
    }),
    mountGuarded(
      act,
      ({ request, c }) =>
        guard(c, async () => {
          const { link: id } = request.param
          const arrival = await findVisit(reads, id, secretOf(c, id))
          if (arrival.kind === 'nobody') return redirect('/c')
          const { visit } = arrival
          return isForeign(c) ? redirect(baseOf(visit.link)) : { admitted: visit }
        }),
      ({ request, c, rawBody, admitted: visit }) =>
        orLater(c, async () => {
          const form = readPageForm(rawBody)
          const home = baseOf(visit.link)
          if (!formKeyHolds(sealer, visit.secret, form.get('key') ?? '')) return redirect(home)
          const { said, next } = await inShareOf(visit.transaction.tenant, () =>
            sendForm(request.param.action, {
              visit,
              form,
              language: languageOf(c),
              userIp: addressOf(c),
              userAgent: c.req.header('user-agent'),
            }),
          )
          return redirect(said === undefined ? `${home}${next ?? ''}` : `${home}?error=${said}`)
        }),
    ),
  ]

  /** A person who continues later can return to the link after closing the browser. */
  function keptFor(c: Context, scene: Scene): Record<string, string> {
    if (c.req.query('sure') !== 'later' || scene.kind === 'nobody') return {}
    const { secret, link: one, now } = scene.visit
    const seconds = Math.ceil((one.expiresAt.getTime() - now) / 1_000)
    const kept = { framed: isFramed(c), seconds }
    return { 'set-cookie': writeSecret(secret, publicBaseUrl, one.id, kept) }
  }

  function secretOf(c: Context, id: string) {
    return readSecret(c, publicBaseUrl, id)
  }

  async function look(c: Context, id: string): Promise<{ scene: Scene; context: PageContext }> {
    const secret = secretOf(c, id)
    const scene = await readScene(deps, id, secret)
    const context =
      scene.kind === 'nobody'
        ? pages.contextOf(c, await findTenant(reads, id))
        : await pages.contextFor(c, scene.visit, secret)
    return { scene, context }
  }
}

/** A page on which the person confirms first; undefined where it does not apply to the current step. */
function askedPage(c: Context, context: PageContext, scene: Scene) {
  const asked = c.req.query('sure')
  if (scene.kind !== 'step' && scene.kind !== 'consent' && scene.kind !== 'checking')
    return undefined
  if (asked === 'later') return laterPage(context, scene.visit.link.expiresAt)
  const action = findSure(asked)
  return action && surePage(context, action)
}
