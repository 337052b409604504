// The page of the e-mail code.
import { html, raw } from 'hono/html'
import type { TextKey } from '../texts/texts.ts'
import { againButton } from './resend-button.ts'
import { asks, button, form, type Page, purposeLine } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

export type EmailState = {
  /** The masked address. */
  readonly address: string
  /** Undefined when no valid code was sent. */
  readonly open?: {
    readonly minutes: number
    /** The seconds until the code expires. */
    readonly seconds: number
    readonly triesLeft: number
    /** Seconds until another code can be sent; 0 for now. */
    readonly againSeconds: number
    /** The purpose, where the client has given one. */
    readonly purpose?: string
  }
  /** The number of digits of the code. */
  readonly digits: number
}

export function emailPage(
  context: PageContext,
  { address, digits, open }: EmailState,
  { at, error, progress }: Pick<Page, 'error' | 'progress'> & { readonly at: string },
): Page {
  const { write } = context
  const common = {
    title: write('emailTitle'),
    drawing: 'envelope',
    error,
    progress,
    more: asks(context, 'email-skip', 'emailSkip'),
  } as const
  if (!open)
    return {
      ...common,
      body: html`<p>${write('emailLead', { address, digits })}</p>
        ${button(context, 'email-send', error === undefined ? 'emailSend' : 'emailAnother')}`,
    }
  return {
    ...common,
    hasFocus: true,
    hasAids: true,
    // The page waits for a change, because the link in the mail may be opened elsewhere.
    script: { name: 'wait', data: { at, seconds: open.seconds } },
    body: html`<p>${write('emailSent', { address, digits, minutes: open.minutes })}</p>
      ${purposeLine(context, open.purpose)}
      ${form(
        context,
        'email-code',
        html`<label for="code">${write('emailCode')}</label>
          ${codeField(context, error, digits)}
          <p class="small" id="tries">${triesLeft(context, open.triesLeft)}</p>
          <button>${write('emailCheck')}</button>`,
      )}
      <p class="small">${write('emailNotThere')}</p>
      ${againButton(context, 'email-send', 'emailAgain', open.againSeconds)}`,
  }
}

/** A script sends the form when the last digit is typed. */
export function codeField(
  { framed }: PageContext,
  error: TextKey | undefined,
  digits: number,
): Markup {
  const focus = raw(framed === true ? '' : 'autofocus')
  const common = html`id="code" name="code" inputmode="numeric" autocomplete="one-time-code"
  maxlength="20" data-digits="${digits}" required ${focus}`
  return error === undefined
    ? html`<input ${common} aria-describedby="tries" />`
    : html`<input ${common} aria-invalid="true" aria-describedby="error tries" />`
}

const triesLeft = ({ write }: PageContext, tries: number): string =>
  tries === 1 ? write('oneTry') : write('tries', { tries })
