// Handles every form of the hosted page, by its name.
import { createSendRate } from '#src/messaging/requests/volume/send-rate.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { updateLink, type VerificationLink } from '#src/links/lvs/store.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import {
  type Acting,
  checkEmailCode,
  comeBack,
  consent,
  disown,
  refuse,
  type PageFault,
  skipStep,
  takeBack,
  takeUp,
} from './actions.ts'
import { leaveToReview, sendDocument, sendFace, type SentFace, takeFrontAgain } from './send-off.ts'
import { sendMessage } from './messages.ts'
import { offerHandover } from './handover.ts'
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { actOnLink, actOnVisit, type Visit } from './visit.ts'

export const actions = [
  'consent', 'refuse', 'disown', 'withdraw', 'return', 'take-up', 'take-over', 'handover',
  'email-send', 'email-code', 'email-skip', 'phone-whatsapp', 'phone-sms', 'phone-skip',
  'document-next', 'document-send', 'document-front', 'document-review', 'document-skip',
  'face-send', 'face-review', 'face-skip', 'ask-skip',
] as const // prettier-ignore
export type Action = (typeof actions)[number]

export type SubmittedForm = {
  readonly visit: Visit
  readonly form: URLSearchParams
  readonly language: PageLanguage
  readonly userIp: string | undefined
  readonly userAgent: string | undefined
}

/** `next` is the page within the link to go to, unless `said` has an error for the page of the step. */
export type Done = { readonly said?: PageFault; readonly next?: string }

/** Forms that are handled separately, because running their work under the transaction’s lock is not enough. */
type Special =
  | 'phone-whatsapp'
  | 'phone-sms'
  | 'take-over'
  | 'handover'
  | 'document-next'
  | 'document-send'
  | 'face-send'
  | 'face-review'

type Work = (acting: Acting, form: URLSearchParams) => Promise<PageFault>

const works: Readonly<Record<Exclude<Action, Special>, Work>> = {
  consent,
  refuse,
  disown,
  withdraw: takeBack,
  return: comeBack,
  'take-up': (acting, form) => takeUp(acting, form.get('step') ?? ''),
  'email-code': (acting, form) => checkEmailCode(acting, form.get('code') ?? ''),
  'email-send': (acting) => sendMessage(acting, 'email-token'),
  'email-skip': (acting) => skipStep(acting, 'emailToken'),
  'phone-skip': (acting) => skipStep(acting, 'phoneConfirmation'),
  'document-front': takeFrontAgain,
  'document-review': leaveToReview,
  'document-skip': (acting) => skipStep(acting, 'aiDocs'),
  'face-skip': (acting) => skipStep(acting, 'facialBiometrics'),
  'ask-skip': (acting) => skipStep(acting, 'ask'),
}

export function createForms(
  deps: LinkDeps,
): (action: Action, sent: SubmittedForm) => Promise<Done> {
  const rate = createSendRate(deps, deps.messaging.sendRate)

  const act = (
    sent: SubmittedForm,
    work: (acting: Acting) => Promise<PageFault>,
  ): Promise<PageFault> =>
    actOnVisit(deps, sent.visit, (tx: Db, locked: Locked, link: VerificationLink) =>
      work({ deps, tx, locked, link, language: sent.language }),
    )

  return async (action, sent) => {
    if (action === 'phone-whatsapp' || action === 'phone-sms') {
      const challengeKind = action === 'phone-sms' ? 'sms-2fa' : 'whatsapp-2fa'
      const said = await rate.inHand(sent.visit.transaction, (spend) =>
        act(sent, (acting) => sendMessage(acting, challengeKind, spend)),
      )
      return { said }
    }
    if (action === 'take-over') {
      await actOnLink(deps, sent.visit, (tx, _locked, link) =>
        updateLink(tx, link.id, { sessionId: sent.visit.session.id }),
      )
      return {}
    }
    if (action === 'handover') {
      await act(sent, (acting) => offerHandover(acting).then(() => undefined))
      return { next: '/step/handover-code' }
    }
    // The front side has arrived, and the next page asks for the back automatically.
    if (action === 'document-next') return {}
    if (action === 'document-send') return { said: await sendDocument({ deps, ...sent }) }
    if (action === 'face-send' || action === 'face-review')
      return { said: await sendFace({ deps, ...sent }, readFace(action, sent)) }
    return { said: await act(sent, (acting) => works[action](acting, sent.form)) }
  }
}

/** The most frames of a challenge; a manual review has one picture. */
const picturesMax = 40

function readFace(
  action: 'face-send' | 'face-review',
  { form, userIp, userAgent }: SubmittedForm,
): SentFace {
  const review = action === 'face-review'
  const names = review ? (form.get('sha256') ?? '') : (form.get('images') ?? '')
  const sha256 = names.split(',').filter((one) => /^[\da-f]{64}$/.test(one))
  const event = review ? undefined : (form.get('event') ?? undefined)
  return { event, sha256: sha256.slice(0, picturesMax), userIp, userAgent, review }
}
