// The page of the phone confirmation.
import { html } from 'hono/html'
import { againButton } from './resend-button.ts'
import { asks, button, type Page, purposeLine } from './layout.ts'
import type { PageContext } from './context.ts'

export type PhoneChannel = 'whatsapp' | 'sms'

export type PhoneState = {
  /** The channels for the question, in the order in which they are offered. */
  readonly channels: readonly PhoneChannel[]
  /** Undefined when no question is open. */
  readonly open?: {
    readonly channel: PhoneChannel
    /** The masked number. */
    readonly number: string
    /** Seconds until another question can be sent; 0 for now. */
    readonly againSeconds: Readonly<Record<PhoneChannel, number>>
    /** The seconds until the question expires. */
    readonly seconds: number
    /** The purpose, where the client has given one. */
    readonly purpose?: string
  }
}

const nameOf = { whatsapp: 'phoneWhatsapp', sms: 'phoneSms' } as const

export function phonePage(
  context: PageContext,
  { channels, open }: PhoneState,
  { at, error, progress }: Pick<Page, 'error' | 'progress'> & { readonly at: string },
): Page {
  const { write } = context
  const common = {
    title: write('phoneTitle'),
    drawing: 'question',
    error,
    progress,
    more: asks(context, 'phone-skip', 'phoneSkip'),
  } as const
  if (!open)
    return {
      ...common,
      body: html`<p>${write('phoneLead')}</p>
        ${channels.map((one, at) =>
          button(context, `phone-${one}`, nameOf[one], at === 0 ? '' : 'second'),
        )}`,
    }
  const { channel, number, purpose, againSeconds, seconds } = open
  return {
    ...common,
    refresh: 5,
    hasAids: true,
    script: { name: 'wait', data: { at, seconds } },
    body: html`<p>${write(channel === 'sms' ? 'phoneSentSms' : 'phoneSentWhatsapp', { number })}</p>
      ${purposeLine(context, purpose)}
      <p role="status">${write('phoneWaiting')}</p>
      <p><a class="button" href="${context.base}">${write('checkNow')}</a></p>
      <p class="small">${write('phoneNotThere')}</p>
      ${channels.map((one) => againButton(context, `phone-${one}`, nameOf[one], againSeconds[one]))}`,
  }
}
