// The public page behind the link (decisions, section 3): GET and HEAD never consume, only the button's
// POST validates; unknown, wrong and expired answer alike.
import { z } from 'zod'
import type { ChangeDeps } from '#src/http/change.ts'
import { reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/http/route.ts'
import { lockById } from '#src/transaction/store.ts'
import { checkLink } from './decide.ts'
import { confirmPage, donePage, gonePage, pageHeaders } from './page.ts'
import { makeNonce, nonceHolds } from './secrets.ts'
import { findTokenByLink } from './store.ts'
import { pickLanguage } from './templates/language.ts'

const param = z.object({
  opaque: z.string().min(1).max(200).meta({ description: 'The token of the link.' }),
})
const html = z.string()
const base = {
  paths: ['/t/{opaque}'],
  tag: 'E-mail token',
  auth: 'link',
  request: { param },
} as const

const showPage = defineRoute({
  ...base,
  method: 'get',
  operationId: 'showEmailTokenPage',
  summary: 'The page behind the link of an e-mail token',
  description:
    'For the person who got the message. It shows a button and changes nothing, because mail scanners open links; it looks the same whether the link is known or not.',
  responses: {
    200: { description: 'A page with one button.', body: html, mediaType: 'text/html' },
  },
  problems: [],
})

const pressButton = defineRoute({
  ...base,
  method: 'post',
  operationId: 'confirmEmailToken',
  summary: 'Confirm on the page behind the link',
  description: 'Takes the form of the page: `application/x-www-form-urlencoded` with its `nonce`.',
  responses: {
    200: { description: 'Confirmed.', body: html, mediaType: 'text/html' },
    410: {
      description: 'The link is unknown, wrong or expired.',
      body: html,
      mediaType: 'text/html',
    },
  },
  problems: [],
})

export function emailTokenPageRoutes(deps: ChangeDeps & { brand: string }): Mounted[] {
  const { db, sealer, nudger, brand } = deps
  return [
    mount(showPage, async ({ request, c }) => {
      const options = { brand, language: pickLanguage(c.req.header('accept-language')) }
      const nonce = makeNonce(sealer, request.param.opaque, Date.now())
      return reply(200, confirmPage({ ...options, nonce }), pageHeaders)
    }),
    mount(pressButton, async ({ request, c, rawBody }) => {
      const options = { brand, language: pickLanguage(c.req.header('accept-language')) }
      const { opaque } = request.param
      const nonce =
        new URLSearchParams(Buffer.from(rawBody ?? []).toString('latin1')).get('nonce') ?? ''
      // A form without the page's nonce was not pressed by a person: it finds nothing to confirm.
      const confirmed = await confirm(nonceHolds(sealer, opaque, nonce, Date.now()) ? opaque : '')
      return confirmed
        ? reply(200, donePage(options), pageHeaders)
        : reply(410, gonePage(options), pageHeaders)
    }),
  ]

  async function confirm(linkToken: string): Promise<boolean> {
    const { confirmed, locked } = await db.transaction(async (tx) => {
      const found = await findTokenByLink(tx, linkToken)
      const held = found && (await lockById(tx, found.transactionId))
      // Read again: what counts is what stands there under the lock.
      const token = held && (await findTokenByLink(tx, linkToken))
      if (!held || !token) return { confirmed: false, locked: undefined }
      const { decision } = await checkLink(tx, held, token)
      return {
        confirmed: decision.outcome === 'valid' || decision.outcome === 'already-valid',
        locked: held,
      }
    })
    if (locked?.woken) nudger.nudge(locked)
    return confirmed
  }
}
