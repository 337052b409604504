// The token page, which is public. GET and HEAD change nothing, only the button’s POST validates; unknown, wrong and
// expired tokens get the same answer.
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { commit } from '#src/journey/commit/commit.ts'
import { isUnavailable } from '#src/platform/db/errors.ts'
import type { ChangeDeps } from '#src/journey/commit/change.ts'
import { reply } from '#src/platform/http/reply.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'
import { createAddressLimit, createNamedLimit } from '#src/platform/http/request/address-limit.ts'
import {
  type ArrivingCall,
  defineRoute,
  type Mounted,
  mount,
  mountGuarded,
} from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { pickPageLanguage } from '#src/messaging/messages/text/page-language.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { findById, lockById } from '#src/journey/transaction/store.ts'
import { checkPageToken } from '../check.ts'
import { purposeOf } from '#src/messaging/challenges/content.ts'
import { findByPageToken } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { makeNonce, nonceHolds } from './nonce.ts'
import {
  confirmPage,
  donePage,
  gonePage,
  laterPage,
  manyPage,
  pageHeaders,
  type PageOptions,
} from './page.ts'
import type { Subject } from './texts.ts'

/** The length of a token tells whether it is by SMS or e-mail, so that no query is needed. */
const smsTokenLength = 22
const subjectOf = (pageToken: string): Subject =>
  pageToken.length === smsTokenLength ? 'phone' : 'email'

const param = z.object({
  // Any text is accepted, because a person with a broken link must get a page too.
  opaque: z.string().min(1).meta({ description: 'The token of the link.' }),
})
const html = z.string()
const tooMany = {
  description: 'The link, or its address, was used too often in a minute; nothing was changed.',
  body: html,
  mediaType: 'text/html',
} as const
const base = {
  paths: ['/t/{opaque}'],
  tag: 'Token pages and images',
  auth: 'link',
  request: { param },
} as const

const showPage = defineRoute({
  ...base,
  method: 'get',
  operationId: 'showTokenPage',
  summary: 'Show a token page',
  description:
    'For the person who got the message. It shows a button and changes nothing, because mail scanners open links; a link that is not known looks like one that is, in the name of the service.',
  responses: {
    200: { description: 'A page with one button.', body: html, mediaType: 'text/html' },
    429: tooMany,
  },
  problems: [],
})

const pressButton = defineRoute({
  ...base,
  method: 'post',
  operationId: 'confirmToken',
  summary: 'Confirm a token on its page',
  description: 'Takes the form of the page: `application/x-www-form-urlencoded` with its `nonce`.',
  responses: {
    200: { description: 'Confirmed.', body: html, mediaType: 'text/html' },
    410: {
      description: 'The link is unknown, wrong or expired.',
      body: html,
      mediaType: 'text/html',
    },
    429: tooMany,
    503: {
      description: 'It cannot be had now; nothing was changed.',
      body: html,
      mediaType: 'text/html',
    },
  },
  problems: [],
})

/** Requests per minute from one address; enough for people and mail scanners behind it, but not for a flood. */
const perAddress = 120
/** Failed confirmations per minute from one address, which stops guessing. */
const wrongPerAddress = 20
/** Requests per minute for one link. */
const perLink = 30

export type TokenPageDeps = ChangeDeps & {
  readonly tenants: Tenants
  readonly links: { readonly proxyHops: number }
}

function toAway(error: unknown): 'away' {
  if (isUnavailable(error)) return 'away'
  throw error
}

export function tokenPageRoutes(deps: TokenPageDeps): Mounted[] {
  const { sealer, tenants } = deps
  const knocks = createAddressLimit(perAddress)
  const wrong = createAddressLimit(wrongPerAddress)
  const opened = createNamedLimit({ burst: perLink, perSecond: perLink / 60 })
  /** Returns 0, or the seconds to wait; an unknown link has the same limit as a known one. */
  const takeKnock = (opaque: string, c: Context): number =>
    Math.max(
      knocks.take(addressOf(c), performance.now()),
      // The digest is the key, so that a long token takes no more memory.
      opened.take(createHash('sha256').update(opaque).digest('base64'), performance.now()),
    )
  const addressOf = (c: Context) => clientAddress(c, deps.links.proxyHops)

  return [
    mount(showPage, async ({ request, c }) => {
      const { opaque } = request.param
      const wait = takeKnock(opaque, c)
      if (wait > 0) return refuseKnock(opaque, c, wait)
      const nonce = makeNonce(sealer, opaque, Date.now())
      const options = await optionsFor(opaque, c)
      return reply(200, confirmPage({ ...options, nonce }), pageHeaders(options.look))
    }),
    mountGuarded(pressButton, guardButton, async ({ request, c, rawBody }) => {
      const { opaque } = request.param
      const form = readPageForm(rawBody)
      // A form without the page’s nonce was not sent by pressing the button, so it confirms nothing.
      const pressed = nonceHolds(sealer, opaque, form.get('nonce') ?? '', Date.now())
      const confirmed = await confirm(pressed ? opaque : '').catch(toAway)
      const options = await optionsFor(opaque, c)
      const headers = pageHeaders(options.look)
      if (confirmed === 'away')
        return reply(503, laterPage(options), { ...headers, 'Retry-After': '1' })
      if (confirmed) return reply(200, donePage(options), headers)
      const guessed = wrong.take(addressOf(c), performance.now())
      return guessed > 0 ? refuseKnock(opaque, c, guessed) : reply(410, gonePage(options), headers)
    }),
  ]

  async function guardButton({ request, c }: ArrivingCall<typeof pressButton>) {
    const { opaque } = request.param
    const wait = takeKnock(opaque, c)
    return wait > 0 ? refuseKnock(opaque, c, wait) : { admitted: true }
  }

  /** Answers without a database query, so that a flood costs little. */
  function refuseKnock(opaque: string, c: Context, seconds: number) {
    const language = pickPageLanguage(c.req.header('accept-language'))
    const { brand, link: look } = tenants.of('')
    const options = { brand, look, language, subject: subjectOf(opaque) }
    return reply(429, manyPage(options), { ...pageHeaders(look), 'Retry-After': String(seconds) })
  }

  /** The page shows the name of the tenant that sent the link, whatever became of the link since. */
  async function optionsFor(opaque: string, c: Context): Promise<PageOptions> {
    const language = pickPageLanguage(c.req.header('accept-language'))
    // A page without the tenant’s name is better than none.
    const found = await findByPageToken(deps.db, opaque).catch(() => undefined)
    const { brand, link: look } = tenants.of(found?.tenant ?? '')
    const shown = found && (await readPurpose(found).catch(() => undefined))
    return { brand, look, language, subject: subjectOf(opaque), ...shown }
  }

  async function readPurpose(challenge: Challenge) {
    const found = challenge.rules.hasPurpose && (await findById(deps.db, challenge.transactionId))
    return found ? purposeOf(sealer, found, challenge) : undefined
  }

  /** Validates the token under the lock by its stored state; false when the link is no longer valid. */
  function confirm(pageToken: string): Promise<boolean> {
    return commit(
      deps,
      async (tx, hold) => {
        const found = await findByPageToken(tx, pageToken)
        const locked = found && (await lockById(tx, found.transactionId))
        const current = locked && (await findByPageToken(tx, pageToken))
        if (!current) return false
        const { outcome } = (await checkPageToken(tx, hold(locked), current)).decision
        return outcome === 'valid' || outcome === 'already-valid'
      },
      { by: 'reply' },
    )
  }
}
