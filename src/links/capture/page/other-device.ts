// The pages for continuing on another device, or in a browser with a camera, because this one belongs to an app.
import { html } from 'hono/html'
import { button, type Page } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

type Handover = {
  /** The QR code of the address. */
  readonly picture: Markup
  readonly address: string
  readonly at: string
  /** The seconds until the address expires. */
  readonly seconds: number
}

export function handoverPage(
  context: PageContext,
  { picture, address, at, seconds }: Handover,
): Page {
  const { write, isInApp } = context
  const code = html`<p>${write('handoverLead')}</p>
    ${qrCode(context, picture)}`
  const link = html`<a href="${address}">${address}</a>`
  return {
    title: write(isInApp ? 'inAppTitle' : 'handoverTitle'),
    drawing: 'devices',
    bare: true,
    script: { name: 'wait', data: { at, seconds, to: '/step/handover-code' } },
    hasAids: true,
    refresh: 5,
    // On the phone itself the address is needed; the QR code is for another device.
    body: html`${isInApp ? html`<p>${write('inAppHow')}</p>` : code}
      <p>${isInApp ? link : html`${write('handoverLink')}<br />${link}`}</p>
      ${copyButton(context, address)} ${isInApp ? code : ''}
      <p><a class="second" href="${context.base}">${write('back')}</a></p>`,
  }
}

/** The page when a code has expired, which offers another one. */
export const handoverOverPage = (context: PageContext): Page => ({
  title: context.write('handoverOverTitle'),
  drawing: 'clock',
  bare: true,
  body: html`<p>${context.write('handoverOver')}</p>
    ${button(context, 'handover', 'handoverNew')}
    <p><a class="second" href="${context.base}">${context.write('back')}</a></p>`,
})

export const qrCode = ({ write }: PageContext, picture: Markup): Markup =>
  html`<div class="code" role="img" aria-label="${write('handoverAlt')}">${picture}</div>`

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

/** First on a computer, whose camera is seldom good enough; on a phone one of the other options. */
export const handoverOffer = (context: PageContext): Markup => {
  const { isInApp, isComputer } = context
  return isComputer
    ? button(context, 'handover', 'handoverPhone')
    : button(context, 'handover', 'handoverOffer', isInApp ? 'second' : 'quiet')
}

/** Whether the offer is shown on the page itself and not behind “more options”. */
export const isOfferFirst = ({ isInApp, isComputer }: PageContext): boolean => isInApp || isComputer

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
