// The pages for a browser other than the one to which a link is bound.
import { html } from 'hono/html'
import type { Coming } from '../other-browser.ts'
import type { TextKey } from '../texts/texts.ts'
import { codeField } from './email.ts'
import type { Page } from './layout.ts'
import type { PageContext } from './context.ts'

export function boundPage(
  context: PageContext,
  nonce: string,
  { to, isSent, digits }: Coming,
  error: TextKey | undefined,
): Page {
  const { write } = context
  const hidden = html`<input type="hidden" name="nonce" value="${nonce}" />`
  const common = { title: write('boundTitle'), drawing: 'devices', bare: true } as const
  if (to === undefined) return { ...common, body: html`<p>${write('boundNobody')}</p>` }
  return {
    ...common,
    error,
    hasFocus: isSent,
    hasAids: isSent,
    body: html`<p>${write('boundLead')}</p>
      ${
        isSent
          ? html`<form method="post">
              ${hidden}<label for="code">${write('boundCode', { to })}</label>
              ${codeField(context, error, digits)}
              <p class="small" id="tries">${write('emailNotThere')}</p>
              <button>${write('emailCheck')}</button>
            </form>`
          : ''
      }
      <form method="post">
        ${hidden}<input type="hidden" name="do" value="send" />
        <button class="${isSent ? 'second' : ''}">${write('boundSend', { to })}</button>
      </form>`,
  }
}
