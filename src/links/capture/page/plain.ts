// Pages with one question or none.
import { html } from 'hono/html'
import { isStepKey, type StepKey } from '#src/links/lvs/rules.ts'
import { consentVersion, type TextKey } from '../texts/texts.ts'
import { button, type Markup, type Page, type PageContext } from './layout.ts'

/** What opens a link shows: a button, because scanners of mails open links too. */
export function entryPage({ write }: PageContext, nonce: string): Page {
  return {
    title: write('entryTitle'),
    bare: true,
    body: html`<p>${write('entryLead')}</p>
      <form method="post">
        <input type="hidden" name="nonce" value="${nonce}" /><button>
          ${write('entryButton')}
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

export function consentPage(context: PageContext, asked: readonly string[]): Page {
  const { write } = context
  const items = asked.filter(isStepKey).map((key) => html`<li>${write(consentOf[key])}</li>`)
  const takesPictures = asked.includes('aiDocs') || asked.includes('facialBiometrics')
  return {
    title: write('consentTitle'),
    body: html`<p>${write('consentLead')}</p>
      <ul>
        ${items}
      </ul>
      <p>${write('consentPurpose')}</p>
      <p>${write('consentKeeping')}</p>
      ${takesPictures ? html`<p>${write('consentDevice')}</p>` : ''}
      ${button(context, 'consent', 'consentAgree')}
      ${button(context, 'refuse', 'consentRefuse', 'second')}
      <p class="small">${write('consentVersion', { version: consentVersion })}</p>`,
  }
}

export const refusedPage = (context: PageContext): Page => ({
  title: context.write('refusedTitle'),
  bare: true,
  body: html`<p>${context.write('refusedLead')}</p>
    ${button(context, 'return', 'refusedButton', 'second')}`,
})

/** There is no way back: a denial stays. */
export const disownedPage = ({ write }: PageContext): Page => ({
  title: write('disownedTitle'),
  bare: true,
  body: html`<p>${write('disownedLead')}</p>`,
})

/** A moment in which the person has nothing to do: a script looks again, or the browser does. */
export function pausePage(
  context: PageContext,
  kind: 'checking' | 'waiting',
  at: string,
  progress: Page['progress'],
): Page {
  const { write } = context
  return {
    title: write(`${kind}Title`),
    progress,
    refresh: 4,
    script: { name: 'wait', data: { at } },
    body: html`<p role="status">${write(`${kind}Lead`)}</p>
      <p><a class="second" href="/c">${write('reload')}</a></p>`,
  }
}

export function donePage(context: PageContext, redirectUrl: string | null): Page {
  const { write } = context
  return {
    title: write('doneTitle'),
    bare: true,
    ...(redirectUrl !== null && {
      script: { name: 'done', data: { origin: new URL(redirectUrl).origin } },
    }),
    body: html`<p>${write('doneLead')}</p>
      ${
        redirectUrl === null
          ? html`<p class="small">${write('doneClose')}</p>`
          : html`<p>
              <a class="button" href="${withStatus(redirectUrl)}">${write('doneBack')}</a>
            </p>`
      }`,
  }
}

/** A hint for the client's page; what counts it asks from its server. */
function withStatus(redirectUrl: string): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('status', 'COMPLETED')
  return url.href
}

export const movedPage = (context: PageContext): Page => ({
  title: context.write('movedTitle'),
  bare: true,
  body: html`<p>${context.write('movedLead')}</p>
    ${button(context, 'take-over', 'movedButton', 'second')}`,
})

type NoteKind = 'gone' | 'later' | 'many' | 'noSession'

/** When nothing can be done here. */
export const notePage = ({ write }: PageContext, kind: NoteKind): Page => ({
  title: write(`${kind}Title`),
  bare: true,
  // A phone that comes by the code of a computer brings its secret behind the #.
  ...(kind === 'noSession' && {
    script: {
      name: 'handover',
      data: { using: write('handoverUse'), gone: write('handoverGone') },
    },
  }),
  body: html`<p>${write(`${kind}Lead`)}</p>`,
})

export function handoverPage(
  context: PageContext,
  { picture, address, at }: { picture: Markup; address: string; at: string },
): Page {
  const { write } = context
  return {
    title: write('handoverTitle'),
    script: { name: 'wait', data: { at } },
    refresh: 5,
    body: html`<p>${write('handoverLead')}</p>
      <div class="code" role="img" aria-label="${write('handoverAlt')}">${picture}</div>
      <p>${write('handoverLink')}<br /><a href="${address}">${address}</a></p>
      <p><a class="second" href="/c">${write('back')}</a></p>`,
  }
}

export const handoverOffer = (context: PageContext): Markup =>
  html`<div class="wide-only">${button(context, 'handover', 'handoverOffer', 'second')}</div>`
