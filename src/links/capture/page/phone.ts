// The page of the phone confirmation.
import { html } from 'hono/html'
import { button, type Page, type PageContext, purposeLine } from './layout.ts'

export type PhoneState = {
  /** Undefined: no question is open. */
  readonly open?: {
    readonly channel: 'sms' | 'whatsapp'
    /** Masked. */
    readonly number: string
    /** What is confirmed, where the client has said it. */
    readonly purpose?: string
  }
}

export function phonePage(
  context: PageContext,
  { open }: PhoneState,
  { at, error, progress }: Pick<Page, 'error' | 'progress'> & { readonly at: string },
): Page {
  const { write } = context
  const title = write('phoneTitle')
  const ask = html`${button(context, 'phone-whatsapp', 'phoneWhatsapp', open ? 'second' : '')}
  ${button(context, 'phone-sms', 'phoneSms', 'second')}
  ${button(context, 'phone-skip', 'phoneSkip', 'quiet')}`
  if (!open)
    return {
      title,
      error,
      progress,
      body: html`<p>${write('phoneLead')}</p>
        ${ask}`,
    }
  const { channel, number, purpose } = open
  return {
    title,
    error,
    progress,
    refresh: 5,
    script: { name: 'wait', data: { at } },
    body: html`<p>${write(channel === 'sms' ? 'phoneSentSms' : 'phoneSentWhatsapp', { number })}</p>
      ${purposeLine(context, purpose)}
      <p role="status">${write('phoneWaiting')}</p>
      <p><a class="button" href="/c">${write('checkNow')}</a></p>
      ${ask}`,
  }
}
