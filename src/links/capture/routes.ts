// The hosted page: GET shows the current step, POST acts and redirects with 303. After a form the URL holds the name
// of a text, and a device is recognised by its cookie alone.
import type { Context } from 'hono'
import { z } from 'zod'
import type { ServiceDeps } from '#src/main/capability.ts'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { inShareOf } from '#src/platform/db/connection-queue.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { makeNonce, nonceHolds } from '#src/messaging/challenges/token-page/nonce.ts'
import { isWalkable } from '#src/links/lvs/rules.ts'
import { findLinkByToken, readPurpose, toEnds } from '#src/links/lvs/store.ts'
import { findById, readerNow } from '#src/journey/transaction/store.ts'
import { openOnDevice } from './actions.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { loadAssets } from './assets.ts'
import {
  formKey,
  formKeyHolds,
  languageOf,
  readSecret,
  writeLanguage,
  writeSecret,
} from './cookies.ts'
import { actions, createForms } from './forms.ts'
import { useHandover } from './handover.ts'
import { createAddressLimit } from '#src/platform/http/request/address-limit.ts'
import { makeContext, type PageContext, type Rendered, renderPage } from './page/layout.ts'
import { donePage, entryPage, notePage } from './page/plain.ts'
import { pageOf, readHandoverPage } from './render.ts'
import { readScene, type Scene } from './scene.ts'
import { findSaid } from './texts/texts.ts'
import { actOnLink, findVisit, type Visit } from './visit.ts'

const page = z.string()
const shown = { description: 'A page', body: page, mediaType: 'text/html' } as const
const base = { tag: 'Verification links', auth: 'link', hidden: true, problems: [] } as const
const responses = { 200: shown, 410: shown, 429: shown, 503: shown } as const
const moved = { ...responses, 303: { description: 'Where the person stands now' } } as const
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
  responses: moved,
})
const showStep = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c'],
  operationId: 'showLinkStep',
  summary: 'Where the person stands',
  request: {},
  responses,
})
const showHandover = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/step/handover-code'],
  operationId: 'showLinkHandover',
  summary: 'The code that brings a phone here',
  request: {},
  responses: moved,
})
const readState = defineRoute({
  ...base,
  method: 'get',
  paths: ['/c/step/state'],
  operationId: 'readLinkState',
  summary: 'Whether a page is still the one to show',
  request: {},
  responses: { 200: { description: 'A name', body: z.object({ at: z.string() }) } },
})
const act = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/step/{action}'],
  operationId: 'actOnLink',
  summary: 'A form of the hosted page',
  request: { param: z.object({ action: z.enum(actions) }) },
  responses: moved,
})
const takeHandover = defineRoute({
  ...base,
  method: 'post',
  paths: ['/c/step/exchange'],
  operationId: 'takeLinkHandover',
  summary: 'Come to the link with the one-time secret of another device',
  request: {},
  responses: {
    204: { description: 'The device is known now' },
    410: { description: 'It no longer counts' },
    429: { description: 'Too many' },
  },
})

/** Knocks of one address in a minute: pages and forms of several people behind one address, and no flood. */
const perMinute = 240
/** Links that lead nowhere: whoever guesses is stopped long before the first hit. */
const wrongPerMinute = 20

export function captureRoutes(deps: ServiceDeps): Mounted[] {
  const { sealer, publicBaseUrl, reads } = deps
  const knocks = createAddressLimit(perMinute)
  const wrong = createAddressLimit(wrongPerMinute)
  const sendForm = createForms(deps)

  /** The rest of a request, unless its address knocks too often or the service is away. */
  async function guard<T>(c: Context, work: () => Promise<T>) {
    const wait = knocks.take(addressOf(c), Date.now())
    if (wait > 0) return note(c, 429, 'many', wait)
    return work().catch((error: unknown) => {
      if (isUnavailable(error)) return note(c, 503, 'later', 2)
      throw error
    })
  }

  return [
    mount(showEntry, ({ request, c }) =>
      guard(c, async () => {
        const found = await findEntry(request.param.opaque)
        if (!found) return wrongEntry(c)
        const context = await contextFor(c, found)
        if (found.link.completedAt !== null)
          return show(200, renderPage(context, donePage(context, found.link.redirectUrl)), c)
        if (!isWalkable(toEnds(found.link), readerNow(found.transaction).getTime()))
          return show(410, renderPage(context, notePage(context, 'gone')), c)
        const nonce = makeNonce(sealer, request.param.opaque, Date.now())
        return show(200, renderPage(context, entryPage(context, nonce)), c)
      }),
    ),
    mount(enter, ({ request, c, rawBody }) =>
      guard(c, async () => {
        const found = await findEntry(request.param.opaque)
        if (!found) return wrongEntry(c)
        const nonce = readForm(rawBody).get('nonce') ?? ''
        // A form without the page's nonce was not pressed by a person.
        if (!nonceHolds(sealer, request.param.opaque, nonce, Date.now()))
          return redirect(`/c/${request.param.opaque}`)
        const secret = await actOnLink(deps, found, (tx, locked, link) =>
          openOnDevice(tx, locked, link),
        )
        if (secret === undefined) return wrongEntry(c)
        return redirect('/c', { 'set-cookie': writeSecret(secret, publicBaseUrl) })
      }),
    ),
    mount(showStep, ({ c }) =>
      guard(c, async () => {
        const { scene, context } = await look(c)
        const page = await pageOf(deps, context, scene, findSaid(c.req.query('error')))
        return show(scene.kind === 'over' ? 410 : 200, renderPage(context, page), c)
      }),
    ),
    mount(showHandover, ({ c }) =>
      guard(c, async () => {
        const { scene, context } = await look(c)
        const page = await readHandoverPage(deps, context, scene)
        return page ? show(200, renderPage(context, page), c) : redirect('/c')
      }),
    ),
    mount(readState, async ({ c }) => {
      const scene = await readScene(deps, readSecret(c, publicBaseUrl))
      return reply(200, { at: scene.at })
    }),
    mount(takeHandover, async ({ c, rawBody }) => {
      if (wrong.take(addressOf(c), Date.now()) > 0) return reply(429)
      const secret = await useHandover(deps, readForm(rawBody).get('k') ?? '')
      if (secret === undefined) return reply(410)
      return { ...reply(204), headers: { 'set-cookie': writeSecret(secret, publicBaseUrl) } }
    }),
    mount(act, ({ request, c, rawBody }) =>
      guard(c, async () => {
        const { action } = request.param
        const form = readForm(rawBody)
        const secret = readSecret(c, publicBaseUrl)
        const arrival = await findVisit(reads, secret)
        if (secret === undefined || arrival.kind === 'nobody') return redirect('/c')
        if (!formKeyHolds(sealer, secret, form.get('key') ?? '')) return redirect('/c')
        const { tenant } = arrival.visit.transaction
        const { said, next } = await inShareOf(tenant, () =>
          sendForm(action, {
            visit: arrival.visit,
            form,
            language: languageOf(c),
            userIp: addressOf(c),
            userAgent: c.req.header('user-agent'),
          }),
        )
        return redirect(said === undefined ? (next ?? '/c') : `/c?error=${said}`)
      }),
    ),
  ]

  async function look(c: Context): Promise<{ scene: Scene; context: PageContext }> {
    const secret = readSecret(c, publicBaseUrl)
    const scene = await readScene(deps, secret)
    const context =
      scene.kind === 'nobody' ? contextOf(c, '', secret) : await contextFor(c, scene.visit, secret)
    return { scene, context }
  }

  /** With what the client says that it is about. */
  async function contextFor(
    c: Context,
    { link, transaction }: Pick<Visit, 'link' | 'transaction'>,
    secret?: string,
  ): Promise<PageContext> {
    const purpose = await readPurpose(sealer, transaction, link)
    return { ...contextOf(c, transaction.tenant, secret), purpose }
  }

  async function findEntry(token: string) {
    const link = await findLinkByToken(reads, token)
    const transaction = link && (await findById(reads, link.transactionId))
    return link && transaction ? { link, transaction } : undefined
  }

  function wrongEntry(c: Context) {
    const wait = wrong.take(addressOf(c), Date.now())
    return wait > 0 ? note(c, 429, 'many', wait) : note(c, 410, 'gone')
  }

  function note(c: Context, status: 410 | 429 | 503, kind: 'gone' | 'many' | 'later', wait = 0) {
    const context = contextOf(c, '')
    const retry = wait > 0 ? { 'Retry-After': String(wait) } : {}
    return show(status, renderPage(context, notePage(context, kind)), c, retry)
  }

  function contextOf(c: Context, tenant: string, secret?: string): PageContext {
    return makeContext({
      language: languageOf(c),
      settings: deps.links.of(tenant),
      assets: loadAssets(),
      isSecure: isSecure(publicBaseUrl),
      ...(secret !== undefined && { formKey: formKey(sealer, secret) }),
    })
  }

  function addressOf(c: Context) {
    return clientAddress(c, deps.links.proxyHops)
  }
}

function show<const S extends number>(
  status: S,
  { text, headers }: Rendered,
  c: Context,
  more: Record<string, string> = {},
) {
  const asked = c.req.query('lang')
  const kept = asked === 'pt' || asked === 'en' ? { 'Set-Cookie': writeLanguage(asked) } : {}
  return reply(status, text, { ...headers, ...kept, ...more })
}

const redirect = (location: string, more: Record<string, string> = {}) => ({
  ...reply(303),
  headers: { location, ...more },
})

const readForm = (rawBody: Uint8Array | undefined) =>
  new URLSearchParams(Buffer.from(rawBody ?? []).toString('utf8'))

/** Where browsers give a camera: over https, and on this very machine. */
const isSecure = (publicBaseUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicBaseUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
