// Renders the page for a scene.
import { html, raw } from 'hono/html'
import { believedKinds } from '#src/biometrics/examinations/documents/signed-file.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import { findReceiptOfLink } from '#src/journey/erasure/withdrawals.ts'
import { drawCode, readHandover } from './handover.ts'
import { handoverOffer, handoverOverPage, handoverPage } from './page/other-device.ts'
import { emailPage } from './page/email.ts'
import { documentPage } from './page/document.ts'
import { facePage } from './page/face.ts'
import { formPage } from './page/form.ts'
import type { Page } from './page/layout.ts'
import type { PageContext } from './page/context.ts'
import {
  consentPage,
  disownedPage,
  donePage,
  gonePage,
  movedPage,
  notePage,
  leftOut,
  pausePage,
  refusedPage,
  withdrawnPage,
} from './page/plain.ts'
import { outcomesOf } from './page/sandbox.ts'
import { phonePage } from './page/phone.ts'
import type { Scene } from './scene.ts'
import { listSides } from './send-off.ts'
import { readEmailState, readPhoneState } from './states.ts'
import { hintOf } from './texts/hints.ts'
import type { TextKey } from './texts/texts.ts'

type Deps = LinkDeps

/** `error` says why the last form was refused. */
export async function pageOf(
  deps: Deps,
  context: PageContext,
  scene: Scene,
  error: TextKey | undefined,
): Promise<Page> {
  switch (scene.kind) {
    case 'nobody':
      return notePage(context, 'noSession')
    case 'over':
      return gonePage(context, scene.visit.link.redirectUrl)
    case 'moved':
      return movedPage(context, scene.at, scene.progress)
    case 'done':
    case 'reviewing':
      return donePage(context, scene.visit.link.redirectUrl, scene.steps)
    case 'refused': {
      const { id, redirectUrl, withdrawnAt } = scene.visit.link
      if (withdrawnAt === null) return refusedPage(context, redirectUrl)
      return withdrawnPage(context, redirectUrl, await findReceiptOfLink(deps.reads, id))
    }
    case 'disowned':
      return disownedPage(context)
    case 'consent':
      return consentPage(context, scene.asked, scene.visit.link.expiresAt)
    case 'waiting':
    case 'checking':
      return { ...pausePage(context, scene.kind, scene.at, scene.progress), isBegun: true }
    case 'step': {
      const page = await stepPage(deps, context, scene, error)
      const isFaceToCome =
        scene.step.key !== 'facialBiometrics' &&
        scene.steps.some(({ key, outcome }) => key === 'facialBiometrics' && outcome === null)
      const body = html`${page.body} ${leftOut(context, scene.steps)}
      ${outcomesOf(context, scene.step.key)}`
      return { ...page, body, isBegun: true, isFaceToCome }
    }
  }
}

async function stepPage(
  deps: Deps,
  context: PageContext,
  scene: Scene & { readonly kind: 'step' },
  given: TextKey | undefined,
): Promise<Page> {
  const { visit, progress, step, at } = scene
  switch (step.key) {
    case 'emailToken': {
      const state = await readEmailState(deps.reads, deps, visit, step)
      return emailPage(context, state, { at, error: given ?? state.note, progress })
    }
    case 'phoneConfirmation': {
      const state = await readPhoneState(deps.reads, deps, visit, step)
      return phonePage(context, state, { at, error: given ?? state.note, progress })
    }
    case 'aiDocs': {
      const { front } = await listSides(deps, visit)
      const part = front ? 'back' : 'front'
      const state = {
        part,
        tries: step.tries,
        place: `${visit.link.id}:${part}`,
        keepMs: visit.link.expiresAt.getTime() - visit.now,
        offer: handoverOffer(context),
        digital: believedKinds(deps, visit.transaction).length > 0,
      } as const
      const hint = front ? undefined : hintOf(step)
      return documentPage(context, state, { error: given ?? hint, progress })
    }
    case 'ask':
      return step.form
        ? formPage(context, { form: step.form, round: step.round }, { error: given, progress })
        : notePage(context, 'later')
    case 'facialBiometrics': {
      const state = {
        tries: step.tries,
        transaction: visit.transaction.id,
        offer: handoverOffer(context),
      }
      return facePage(context, state, { error: given ?? hintOf(step), progress })
    }
  }
}

/** The page with the QR code for a phone; undefined where no handover is open. */
export async function readHandoverPage(
  deps: Deps,
  context: PageContext,
  scene: Scene,
): Promise<Page | undefined> {
  if (scene.kind !== 'step') return undefined
  const open = await readHandover(deps, scene.visit)
  if (open === undefined) return undefined
  if (open === 'expired') return handoverOverPage(context)
  return handoverPage(context, { ...open, picture: raw(drawCode(open.address)), at: scene.at })
}
