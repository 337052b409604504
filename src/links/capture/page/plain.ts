// Pages with one question or none.
import { html } from 'hono/html'
import type { PersonStep } from '#src/links/lvs/person-steps.ts'
import { resultOf, type StepKey } from '#src/links/lvs/rules.ts'
import { wordingIn } from '#src/packs/document/ask-fields.ts'
import type { StepState } from '#src/links/lvs/walk.ts'
import { consentVersion, type TextKey } from '../texts/texts.ts'
import { inAppEntry, qrCode } from './other-device.ts'
import { button, form, otherWayLine, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'
import { pageTags } from '#src/messaging/messages/text/page-language.ts'

/** The first page of a link: it has a button, because mail scanners open links too. */
export function entryPage(
  context: PageContext,
  nonce: string,
  { address, picture }: { readonly address: string; readonly picture?: Markup },
): Page {
  const { write, isInApp } = context
  return {
    title: write('entryTitle'),
    drawing: 'shield',
    bare: true,
    isFirst: true,
    hasAids: isInApp,
    body: html`<p>${write('entryLead')}</p>
      ${
        picture
          ? html`<p>${write('entryPhone')}</p>
              ${qrCode(context, picture)}`
          : ''
      }
      ${inAppEntry(context, address)}
      <form method="post">
        <input type="hidden" name="nonce" value="${nonce}" /><button
          class="${picture ? 'second' : ''}"
        >
          ${write(picture ? 'entryHere' : 'entryButton')}
        </button>
      </form>
      <p class="small">${write('entrySmall')}</p>`,
  }
}

const consentOf = {
  emailToken: 'consentEmail',
  phoneConfirmation: 'consentPhone',
  aiDocs: 'consentDocument',
  facialBiometrics: 'consentFace',
} as const satisfies Record<StepKey, TextKey>

/** The contact is not broken across lines if it fits on one. */
function contactLine(write: PageContext['write'], contact: string | undefined): Markup | '' {
  if (contact === undefined) return ''
  const [before, after] = write('consentContact').split('{contact}')
  return html`<p>${before}<span class="whole">${contact}</span>${after}</p>`
}

export function consentPage(
  context: PageContext,
  asked: readonly PersonStep[],
  expiresAt: Date,
): Page {
  const { write, settings } = context
  const { privacyUrl, contact, legalBasis } = settings
  const said = asked.map((step) =>
    step.key === 'ask'
      ? write('consentForm', { title: nameOfStep(context, step) })
      : write(consentOf[step.key]),
  )
  const items = [...new Set(said)].map((text) => html`<li>${text}</li>`)
  const takesFaces = asked.some(({ key }) => key === 'facialBiometrics')
  const takesPictures = takesFaces || asked.some(({ key }) => key === 'aiDocs')
  return {
    title: write('consentTitle'),
    drawing: 'list',
    body: html`<p>${write('consentLead')}</p>
      <ul>
        ${items}
      </ul>
      <p>${write('consentPurpose')} ${takesFaces ? write('consentFaces') : ''}</p>
      ${button(context, 'consent', 'consentAgree')}
      ${button(context, 'refuse', 'consentRefuse', 'second')}
      <details>
        <summary>${write('consentMore')}</summary>
        <p>${legalBasis ?? write('consentBasis')}</p>
        <p>${write('consentKeeping')}</p>
        ${takesPictures ? html`<p>${write('consentDevice')}</p>` : ''}
        ${privacyUrl === undefined ? '' : html`<p><a href="${privacyUrl}" rel="noreferrer" target="_blank">${write('consentPolicy')}</a></p>`}
        ${contactLine(write, contact)} ${otherWayLine(context)}
        <p>${write('consentExpiry', { date: writeDate(context, expiresAt) })}</p>
        <p class="small">${write('consentVersion', { version: consentVersion })}</p>
      </details>`,
  }
}

export const refusedPage = (context: PageContext, redirectUrl: string | null): Page => ({
  title: context.write('refusedTitle'),
  drawing: 'stop',
  bare: true,
  ...reportOf(context, redirectUrl, 'REFUSED'),
  body: html`<p>${context.write('refusedLead')}</p>
    ${wayBack(context, redirectUrl, 'REFUSED')}
    ${button(context, 'return', 'refusedButton', 'second')}`,
})

/** Confirms the withdrawal, with the number of its receipt; it does not say what is kept and why. */
export const withdrawnPage = (
  context: PageContext,
  redirectUrl: string | null,
  receiptId: string | undefined,
): Page => ({
  title: context.write('withdrawnTitle'),
  drawing: 'stop',
  bare: true,
  ...reportOf(context, redirectUrl, 'REFUSED'),
  body: html`<p>${context.write('withdrawnLead')}</p>
    ${receiptId === undefined ? '' : html`<p class="small">${context.write('withdrawnReceipt', { receipt: receiptId })}</p>`}
    ${wayBack(context, redirectUrl, 'REFUSED')}
    ${button(context, 'return', 'refusedButton', 'second')}`,
})

/**
 * The page after the person denied the request: a denial is final, so it leads neither back into the link nor to the
 * client.
 */
export const disownedPage = ({ write, settings: { contact } }: PageContext): Page => ({
  title: write('disownedTitle'),
  drawing: 'tick',
  bare: true,
  body: html`<p>${write('disownedLead')}</p>
    ${contactLine(write, contact)}`,
})

/** A page on which the person only waits: a script or the browser reloads it. */
export function pausePage(
  context: PageContext,
  kind: 'checking' | 'waiting',
  at: string,
  progress: Page['progress'],
): Page {
  const { write } = context
  return {
    title: write(`${kind}Title`),
    drawing: 'clock',
    progress,
    refresh: 4,
    script: { name: 'wait', data: { at } },
    body: html`<p role="status">${write(`${kind}Lead`)}</p>
      <progress aria-hidden="true"></progress>
      <p><a class="second" href="${context.base}">${write('reload')}</a></p>`,
  }
}

const stepNames = {
  emailToken: 'stepEmail',
  phoneConfirmation: 'stepPhone',
  aiDocs: 'stepDocument',
  facialBiometrics: 'stepFace',
} as const satisfies Record<StepKey, TextKey>

/** The name of a step for the person; a form has its title. */
const nameOfStep = (
  { write, language }: PageContext,
  { key, form: asked }: Pick<PersonStep, 'key' | 'form'>,
): string => (key === 'ask' ? wordingIn(asked?.title ?? '', language) : write(stepNames[key]))

type EndedStep = Pick<StepState, 'name' | 'key' | 'form' | 'outcome'>

/** Lists which steps were received; their results are not shown to the person. */
function summary(context: PageContext, steps: readonly EndedStep[]): Markup {
  const asked = steps.filter(({ outcome }) => outcome !== null && outcome !== 'not-asked')
  const isDone = ({ outcome }: EndedStep) => outcome !== null && resultOf[outcome] !== 'skipped'
  const said = (step: EndedStep) => context.write(isDone(step) ? 'stepReceived' : 'stepLeftOut')
  return html`<ul class="steps">
    ${asked.map((step) => html`<li>${nameOfStep(context, step)}: ${said(step)}</li>`)}
  </ul>`
}

/** Steps that were given up can be taken up again until the link is completed. */
export function leftOut(context: PageContext, steps: readonly EndedStep[]): Markup | '' {
  const given = steps.filter(({ outcome }) => outcome === 'given-up')
  if (given.length === 0) return ''
  const { write } = context
  return html`<h2>${write('leftOutTitle')}</h2>
    ${given.map((step) =>
      form(
        context,
        'take-up',
        html`<input type="hidden" name="step" value="${step.name}" /><button class="second">
            ${write('leftOutTakeUp', { step: nameOfStep(context, step) })}
          </button>`,
      ),
    )}`
}

export function donePage(
  context: PageContext,
  redirectUrl: string | null,
  steps: readonly EndedStep[] = [],
): Page {
  const { write } = context
  return {
    title: write('doneTitle'),
    drawing: 'tick',
    bare: true,
    ...reportOf(context, redirectUrl, 'COMPLETED'),
    body: html`<p>${write('doneLead')}</p>
      ${steps.length === 0 ? '' : summary(context, steps)}
      ${redirectUrl === null ? html`<p class="small">${write('doneClose')}</p>` : wayBack(context, redirectUrl, 'COMPLETED')}`,
  }
}

/** The states reported to the client’s page, which the person knows too. */
type Hint = 'COMPLETED' | 'REFUSED' | 'EXPIRED'

/** Reports the state at once to the page that opened this one or frames it. */
function reportOf(
  { settings }: PageContext,
  redirectUrl: string | null,
  status: Hint,
): Pick<Page, 'script'> {
  const { frameOrigins = [], takesLoopback = false } = settings
  const back = redirectUrl === null ? [] : [new URL(redirectUrl).origin]
  const origins = [...new Set([...back, ...frameOrigins])]
  if (origins.length === 0 && !takesLoopback) return {}
  return { script: { name: 'done', data: { origins, takesLoopback, status } } }
}

/**
 * The way back to the client, with a hint for its page and the tenant’s contact; the real result is fetched by the
 * client’s server.
 */
function wayBack(
  { write, settings: { contact } }: PageContext,
  redirectUrl: string | null,
  status: Hint,
): Markup {
  const url = redirectUrl === null ? undefined : new URL(redirectUrl)
  url?.searchParams.set('status', status)
  const asks = status === 'COMPLETED' ? undefined : contact
  return html`${url ? html`<p><a class="button" href="${url.href}">${write('doneBack')}</a></p>` : ''}
  ${contactLine(write, asks)}`
}

/** Shown on the computer while the phone continues. */
export const movedPage = (context: PageContext, at: string, progress: Page['progress']): Page => ({
  title: context.write('movedTitle'),
  drawing: 'devices',
  bare: true,
  progress,
  refresh: 5,
  script: { name: 'wait', data: { at } },
  body: html`<p>${context.write('movedLead')}</p>
    ${button(context, 'take-over', 'movedButton', 'second')}`,
})

/** The page of a link that is no longer valid, with the way back to the client. */
export const gonePage = (context: PageContext, redirectUrl: string | null): Page => ({
  title: context.write('goneTitle'),
  drawing: 'clock',
  bare: true,
  ...reportOf(context, redirectUrl, 'EXPIRED'),
  body: html`<p>${context.write('goneLead')}</p>
    ${wayBack(context, redirectUrl, 'EXPIRED')}`,
})

type NoteKind = 'gone' | 'later' | 'many' | 'noSession'

/** A page that only says why nothing can be done. */
export const notePage = ({ write, settings }: PageContext, kind: NoteKind): Page => ({
  title: write(`${kind}Title`),
  drawing: kind === 'noSession' ? 'devices' : 'clock',
  bare: true,
  // A phone that scanned the computer’s QR code has the secret in the fragment of its URL.
  ...(kind === 'noSession' && {
    script: {
      name: 'handover',
      data: {
        using: write('handoverUse'),
        gone: write('handoverGone'),
        origins: settings.frameOrigins ?? [],
        takesLoopback: settings.takesLoopback ?? false,
      },
    },
  }),
  body: html`<p>${write(`${kind}Lead`)}</p>`,
})

/** A moment in the time zone of Brasília. */
export const writeDate = ({ language }: PageContext, moment: Date): string =>
  new Intl.DateTimeFormat(pageTags[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(moment)
