// Asks for a confirmation before actions that cannot be undone or that count against the person.
import { html } from 'hono/html'
import type { TextKey } from '../texts/texts.ts'
import { writeDate } from './plain.ts'
import { button, otherWayLine, type Page } from './layout.ts'
import type { PageContext } from './context.ts'

const sure = {
  'email-skip': { title: 'sureSkipTitle', lead: 'sureSkipLead', yes: 'sureSkipYes' },
  'phone-skip': { title: 'sureSkipTitle', lead: 'sureSkipLead', yes: 'sureSkipYes' },
  'document-skip': { title: 'sureSkipTitle', lead: 'sureSkipLead', yes: 'sureSkipYes' },
  'face-skip': { title: 'sureSkipTitle', lead: 'sureSkipLead', yes: 'sureSkipYes' },
  'ask-skip': { title: 'sureSkipTitle', lead: 'sureSkipLead', yes: 'sureSkipYes' },
  disown: { title: 'sureDisownTitle', lead: 'sureDisownLead', yes: 'sureDisownYes' },
  withdraw: { title: 'sureWithdrawTitle', lead: 'sureWithdrawLead', yes: 'sureWithdrawYes' },
} as const satisfies Record<string, Readonly<Record<'title' | 'lead' | 'yes', TextKey>>>

export type Sure = keyof typeof sure

export const findSure = (name: string | undefined): Sure | undefined =>
  Object.keys(sure).find((known): known is Sure => known === name)

export function surePage(context: PageContext, action: Sure): Page {
  const { write } = context
  const { title, lead, yes } = sure[action]
  return {
    title: write(title),
    drawing: 'stop',
    bare: true,
    body: html`<p>${write(lead)}</p>
      ${action.endsWith('-skip') ? otherWayLine(context) : ''}
      <p><a class="button" href="${context.base}">${write('sureNo')}</a></p>
      ${button(context, action, yes, 'second')}`,
  }
}

/** The link stays open and can be opened again. `until` is when it expires. */
export const laterPage = (context: PageContext, until: Date): Page => ({
  title: context.write('pauseTitle'),
  drawing: 'clock',
  bare: true,
  body: html`<p>${context.write('pauseLead', { date: writeDate(context, until) })}</p>
    <p><a class="button" href="${context.base}">${context.write('pauseBack')}</a></p>`,
})
