// Outcomes that can be chosen on the hosted page of a link, in the sandbox only: each takes the same path as a person’s
// own action.
import type { Context } from 'hono'
import { z } from 'zod'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { defineRoute, type Mounted, mountGuarded } from '#src/platform/http/route.ts'
import { readPageForm } from '#src/platform/urlencoded.ts'
import { formKeyHolds, languageOf, readSecret } from '#src/links/capture/cookies.ts'
import { createForms } from '#src/links/capture/forms.ts'
import { sandboxOutcomes } from '#src/links/capture/page/sandbox.ts'
import { isForeign, redirect } from '#src/links/capture/pages.ts'
import { findVisit, type Visit } from '#src/links/capture/visit.ts'
import { sendOutcomeDocument, sendOutcomeFace } from './pictures.ts'
import { deriveSecrets, findLatest } from '#src/messaging/challenges/store.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'

const names = Object.values(sandboxOutcomes).flatMap((one) => Object.keys(one))

const choose = defineRoute({
  method: 'post',
  paths: ['/c/l/{link}/sandbox/{outcome}'],
  operationId: 'chooseSandboxOutcome',
  summary: 'An outcome instead of what a person would do',
  tag: 'Sandbox',
  auth: 'link',
  hidden: true,
  problems: [],
  request: { param: z.object({ link: z.string().max(64), outcome: z.enum(names) }) },
  responses: { 303: { description: 'Where the person stands now' } },
})

/** Answers the newest question of a transaction as its phone would; the question may still be on its way. */
export type AnswerPhone = (transaction: Visit['transaction'], option: 1 | 2) => Promise<void>

export function outcomeRoutes(deps: LinkDeps, answerPhone: AnswerPhone): Mounted[] {
  const { publicBaseUrl, sealer, reads } = deps
  const sendForm = createForms(deps)

  return [
    mountGuarded(
      choose,
      async ({ request, c }) => {
        const visit = await findOwn(c, request.param.link)
        return visit ? { admitted: visit } : redirect(`/c/l/${request.param.link}`)
      },
      async ({ request, c, rawBody, admitted: visit }) => {
        const { link, outcome } = request.param
        const home = `/c/l/${link}`
        const key = readPageForm(rawBody).get('key') ?? ''
        if (!formKeyHolds(sealer, visit.secret, key)) return redirect(home)
        const said = await play(c, visit, outcome)
        return redirect(said === undefined ? home : `${home}?error=${said}`)
      },
    ),
  ]

  /** The visit of the device that walks the link, in the sandbox; undefined for everybody else, and in live. */
  async function findOwn(c: Context, id: string): Promise<Visit | undefined> {
    const arrival = await findVisit(reads, id, readSecret(c, publicBaseUrl, id))
    if (arrival.kind !== 'here' || isForeign(c)) return undefined
    return arrival.visit.transaction.mode === 'sandbox' ? arrival.visit : undefined
  }

  async function play(c: Context, visit: Visit, outcome: string) {
    const language = languageOf(c)
    const sending = { deps, visit, language }
    const [step, what = ''] = outcome.split(/-(.*)/)
    if (step === 'document') return sendOutcomeDocument(sending, what)
    if (step === 'face') return sendOutcomeFace(sending, what)
    const sent = { visit, language, userIp: undefined, userAgent: undefined }
    const form = new URLSearchParams()
    if (step === 'phone') {
      const { said } = await sendForm('phone-whatsapp', { ...sent, form })
      if (said === undefined) await answerPhone(visit.transaction, what === 'yes' ? 1 : 2)
      return said
    }
    const { said } = await sendForm('email-send', { ...sent, form })
    if (said !== undefined) return said
    form.set('code', await readEmailCode(deps, visit.transaction))
    return (await sendForm('email-code', { ...sent, form })).said
  }
}

/** The code in the e-mail that was sent last; '' where there is none. */
async function readEmailCode(
  { db, sealer }: Pick<MessagingDeps, 'db' | 'sealer'>,
  transaction: StoredTransaction,
): Promise<string> {
  const token = await findLatest(db, transaction.id, 'email-token')
  return token ? deriveSecrets(sealer, await openDataKey(sealer, transaction), token).code : ''
}
