// Shows one opened e-mail, as its recipient would read it.
import { make, makeCopyButton } from '/pages/element.js'
import { writeFullTime } from '/pages/time.js'

/** @import { SandboxMessage } from '../schema.ts' */

/** @param {SandboxMessage} message */
export function renderMail(message) {
  const { subject, to, text, createdAt } = message
  return make(
    'article',
    { class: 'mail' },
    make(
      'h2',
      { class: 'mail-subject', lang: '', dir: 'auto', tabindex: '-1' },
      subject ?? 'No subject',
    ),
    make(
      'p',
      { class: 'mail-meta' },
      make('span', {}, 'to ', make('strong', {}, to)),
      make('time', { datetime: createdAt }, writeFullTime(createdAt)),
    ),
    renderCode(message),
    renderLink(message),
    make('p', { class: 'mail-text', lang: '', dir: 'auto' }, text),
  )
}

/** @param {SandboxMessage} message */
export function renderCode({ code }) {
  if (code === undefined) return undefined
  const shown = make('strong', { class: 'code' }, code)
  return make(
    'div',
    { class: 'code-box' },
    make('span', { class: 'code-label' }, 'Code'),
    shown,
    makeCopyButton(code, 'Copy', shown),
  )
}

/** @param {SandboxMessage} message */
export function renderLink({ link }) {
  // Only http and https, so that a message cannot open anything else.
  if (link === undefined || !/^https?:\/\//i.test(link)) return undefined
  const attributes = {
    class: 'button link',
    href: link,
    target: '_blank',
    rel: 'noreferrer noopener',
  }
  return make(
    'p',
    { class: 'link-box' },
    make('a', attributes, 'Open its link', make('span', { class: 'hidden' }, ' in a new tab')),
    make('span', { class: 'address' }, link),
  )
}
