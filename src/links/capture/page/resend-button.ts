// The button that requests another message, with the remaining time: a script counts down and enables it. Without a
// script an early press has no effect.
import { html } from 'hono/html'
import type { TextKey } from '../texts/texts.ts'
import { form } from './layout.ts'
import type { Markup, PageContext } from './context.ts'

export function againButton(
  context: PageContext,
  action: string,
  key: TextKey,
  seconds: number,
): Markup {
  const { write } = context
  const label = write(key)
  if (seconds <= 0) return form(context, action, html`<button class="second">${label}</button>`)
  const id = `until-${action}`
  return form(
    context,
    action,
    html`<button class="second" data-until="${id}" aria-describedby="${id}">${label}</button>
      <p class="small" id="${id}" data-seconds="${seconds}" data-says="${write('againIn')}">
        ${write('againIn', { time: clockOf(seconds) })}
      </p>`,
  )
}

/** `1:05`. */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
