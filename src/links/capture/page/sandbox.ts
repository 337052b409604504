// Additions to the hosted pages in the sandbox: a banner, and outcomes that can be chosen.
import { html } from 'hono/html'
import type { StepKind } from '#src/links/lvs/rules.ts'
import type { TextKey } from '../texts/texts.ts'
import type { Markup, PageContext } from './context.ts'

/** The outcomes that can be chosen in the sandbox, by step: the form’s value and its text. */
export const sandboxOutcomes = {
  emailToken: { 'email-right': 'sandboxEmail' },
  phoneConfirmation: { 'phone-yes': 'sandboxYes', 'phone-no': 'sandboxNo' },
  aiDocs: {
    'document-approved': 'sandboxApproved',
    'document-other-cpf': 'sandboxOtherCpf',
    'document-other-face': 'sandboxOtherFace',
    'document-inconclusive': 'sandboxInconclusive',
  },
  facialBiometrics: {
    'face-live': 'sandboxLive',
    'face-inconclusive': 'sandboxInconclusive',
    'face-spoof': 'sandboxSpoof',
    'face-virtual': 'sandboxVirtual',
  },
  ask: { 'form-sound': 'sandboxAnswers' },
} as const satisfies Record<StepKind, Readonly<Record<string, TextKey>>>

export const banner = ({ write, isSandbox }: PageContext): Markup | '' =>
  isSandbox ? html`<p class="banner">${write('sandboxBanner')}</p>` : ''

/** Buttons for the outcomes; after a press the page continues as with a real person. */
export function outcomesOf(context: PageContext, step: StepKind): Markup | '' {
  const { isSandbox, write, base, formKey = '' } = context
  if (!isSandbox) return ''
  const choices = Object.entries<TextKey>(sandboxOutcomes[step])
  return html`<details class="sandbox">
    <summary>${write('sandboxChoose')}</summary>
    ${choices.map(
      ([outcome, key]) =>
        html`<form method="post" action="${base}/sandbox/${outcome}">
          <input type="hidden" name="key" value="${formKey}" />
          <button class="second">${write(key)}</button>
        </form>`,
    )}
  </details>`
}
