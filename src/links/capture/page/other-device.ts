// The pages for continuing on another device, or in a browser with a camera, because this one belongs to an app.
import { html } from 'hono/html'
import { button, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

export function handoverPage(
  context: PageContext,
  { picture, address, at }: { picture: Markup; address: string; at: string },
): Page {
  const { write, isInApp } = context
  const code = html`<p>${write('handoverLead')}</p>
    <div class="code" role="img" aria-label="${write('handoverAlt')}">${picture}</div>`
  const link = html`<a href="${address}">${address}</a>`
  return {
    title: write(isInApp ? 'inAppTitle' : 'handoverTitle'),
    script: { name: 'wait', data: { at } },
    hasAids: true,
    refresh: 5,
    // On the phone itself the address is needed; the QR code is for another device.
    body: html`${isInApp ? html`<p>${write('inAppHow')}</p>` : code}
      <p>${isInApp ? link : html`${write('handoverLink')}<br />${link}`}</p>
      ${copyButton(context, address)} ${isInApp ? code : ''}
      <p><a class="second" href="${context.base}">${write('back')}</a></p>`,
  }
}

/** Hidden until a script that can copy shows it. */
const copyButton = ({ write }: PageContext, address: string): Markup =>
  html`<button
    type="button"
    class="second"
    data-copy="${address}"
    data-done="${write('copied')}"
    hidden
  >
    ${write('copy')}
  </button>`

export const handoverOffer = (context: PageContext): Markup =>
  button(context, 'handover', 'handoverOffer', context.isInApp ? 'second' : 'quiet')

/** Shown before the browser is bound to the link, when it can still be opened in another one. */
export function inAppEntry(context: PageContext, address: string): Markup | '' {
  if (!context.isInApp) return ''
  const { write } = context
  return html`<div class="note">
    <p>${write('inAppLead')} ${write('inAppHow')}</p>
    <p><a href="${address}">${address}</a></p>
    ${copyButton(context, address)}
  </div>`
}

/** A note at steps with a camera. */
export const inAppNote = ({ write, isInApp }: PageContext): Markup | '' =>
  isInApp ? html`<div class="note"><p>${write('inAppLead')} ${write('inAppCamera')}</p></div>` : ''
